"""Priorcheck: which sentences of a document can already be settled by a published fact-check.

Importing this package, which every process of the program does first, switches off the usage reports of libraries that send some.
"""

import os
import sys

__version__ = "0.2.0"

TELEMETRY_SWITCHES = ("HF_HUB_DISABLE_TELEMETRY", "DO_NOT_TRACK")
"""Variables that must be set before the first import of a library."""
BLOCKED_MODULES = ("openvino_telemetry",)
"""Modules whose import is made to fail. Each import of OpenVINO's package reports that to its maker, and the package works without it."""

for _name in TELEMETRY_SWITCHES:
    os.environ[_name] = "1"
for _name in BLOCKED_MODULES:
    sys.modules.setdefault(_name, None)  # type: ignore[arg-type]  # None makes the import fail
