"""Priorcheck: which sentences of a document can already be settled by a published fact-check.

Importing this package, which every process of the program does first, switches off the usage reports of libraries that send some.
"""

import os

__version__ = "0.2.0"

TELEMETRY_SWITCHES = ("HF_HUB_DISABLE_TELEMETRY", "DO_NOT_TRACK")
"""Variables that must be set before the first import of a library. The import of OpenVINO's usage reports is made to fail where OpenVINO
is loaded."""

for _name in TELEMETRY_SWITCHES:
    os.environ[_name] = "1"
