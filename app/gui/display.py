"""Whether a window can be shown, before Qt is asked: where it cannot, Qt ends the process with a core dump.

Only Linux has this question. What Qt would load and connect to is tried here in the same way, which takes a few milliseconds; platforms
that cannot be tried so are started once in a process of their own.
"""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from app.errors import InputError

_HINT = "Start it from a desktop, or use the command line: “priorcheck --help” lists its commands."
_ALONE = ("offscreen", "minimal")
_PATIENCE = 20.0
_TRIAL = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"


def check_display() -> None:
    """Raises InputError `no-display` where Qt would end the process instead of showing a window."""
    if not sys.platform.startswith("linux"):
        return
    asked = os.environ.get("QT_QPA_PLATFORM", "")
    platforms = [each.partition(":")[0].strip() for each in asked.split(";")] if asked else _usual_platforms()
    if not platforms:
        raise InputError("no-display", "There is no display to show the window on (DISPLAY and WAYLAND_DISPLAY are not set).", hint=_HINT)
    reasons = []
    for name in platforms:
        reason = _trouble_with(name)
        if not reason:
            return
        reasons.append(reason)
    raise InputError("no-display", f"The window cannot be shown: {'; '.join(reasons)}.", hint=_HINT)


def _usual_platforms() -> list[str]:
    """What Qt tries of itself, in its order."""
    session = os.environ.get("XDG_SESSION_TYPE", "")
    wayland = ["wayland"] if os.environ.get("WAYLAND_DISPLAY") or session == "wayland" else []
    return [*wayland, *(["xcb"] if os.environ.get("DISPLAY") or session == "x11" else [])]


def _trouble_with(name: str) -> str:
    """What keeps Qt from using this platform; "" where nothing does."""
    family = "wayland" if name.startswith("wayland") else name
    plugin = _plugins() / f"libq{family}.so"
    if not plugin.is_file():
        return f"Qt has no platform “{name}” (QT_QPA_PLATFORM)"
    missing = _not_loadable(plugin)
    if missing:
        return f"Qt's platform “{name}” cannot be loaded ({missing})"
    if family in _ALONE:
        return ""
    return _CONNECTS[family]() if family in _CONNECTS else _refused_in_a_trial(name)


def _plugins() -> Path:
    from PySide6.QtCore import QLibraryInfo

    named = os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH")
    return Path(named) if named else Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"


def _not_loadable(library: Path) -> str:
    """The system's reason, such as a library that is not installed; Qt loads the same file afterwards."""
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        return str(error)
    return ""


def _x11_trouble() -> str:
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return str(error)
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(None, None)
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return f"the display “{os.environ.get('DISPLAY', '')}” does not answer" if refused else ""


def _wayland_trouble() -> str:
    name = os.environ.get("WAYLAND_DISPLAY", "wayland-0")
    path = Path(os.environ.get("XDG_RUNTIME_DIR", ""), name)
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(path))
    except OSError:
        return f"the Wayland display “{name}” does not answer"
    return ""


def _refused_in_a_trial(name: str) -> str:
    """Platforms for devices without a desktop, and those of others."""
    if getattr(sys, "frozen", False):
        return ""
    try:
        done = subprocess.run([sys.executable, "-c", _TRIAL], capture_output=True, timeout=_PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return f"Qt's platform “{name}” does not start"
    return f"Qt's platform “{name}” cannot be used here" if done.returncode else ""


_CONNECTS: dict[str, Callable[[], str]] = {"xcb": _x11_trouble, "wayland": _wayland_trouble}
