"""The demo library, as in the integration tests."""

from tests.integration.conftest import demo_library, warm_home, warm_session

__all__ = ["demo_library", "warm_home", "warm_session"]
