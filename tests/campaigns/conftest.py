"""The demo library, as the integration tests have it."""

from tests.integration.conftest import demo_library, warm_home, warm_session

__all__ = ["demo_library", "warm_home", "warm_session"]
