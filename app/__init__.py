"""Priorcheck: which sentences of a document can already be settled by a published fact-check.

Importing this package, which every process of the program does first, switches off the usage reports of libraries that send some.
"""

import os
import sys

__version__ = "0.2.0"

TELEMETRY_SWITCHES = ("ORT_DISABLE_TELEMETRY", "ORT_TELEMETRY_DISABLED", "HF_HUB_DISABLE_TELEMETRY", "DO_NOT_TRACK")
"""Variables that must be set before the first import of a library. ONNX Runtime reads its own once, when it is loaded; its Linux and macOS
builds send usage data from 1.27 on, under one or the other name."""
if sys.platform == "win32":
    # There ONNX Runtime reports its start through event tracing before its API can be asked not to; only this variable prevents it.
    TELEMETRY_SWITCHES += ("ORT_RUNNING_UNIT_TESTS",)

for _name in TELEMETRY_SWITCHES:
    os.environ[_name] = "1"
