"""Checks whether Qt can show a window, before Qt is loaded: without a display, Qt ends the process with a core dump.

Only Linux needs this. Qt's platform plugin is loaded and the display connected to in the way Qt does it, which takes a few milliseconds;
other platforms are tried by starting Qt once in a separate process.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from app.errors import InputError

_HINT = "Start it from a desktop, or use the command line: “priorcheck --help” lists its commands."
_WITHOUT_DISPLAY = ("offscreen", "minimal")
_TRIAL_SECONDS = 20.0
_TRIAL = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"


def check_display() -> None:
    """Raise InputError `no-display` where Qt would end the process instead of showing a window."""
    if not sys.platform.startswith("linux"):
        return
    requested = os.environ.get("QT_QPA_PLATFORM", "")
    platforms = [name.partition(":")[0].strip() for name in requested.split(";")] if requested else _default_platforms()
    if not platforms:
        raise InputError("no-display", "There is no display to show the window on (DISPLAY and WAYLAND_DISPLAY are not set).", hint=_HINT)
    reasons = []
    for name in platforms:
        reason = _problem_with(name)
        if not reason:
            return
        reasons.append(reason)
    raise InputError("no-display", f"The window cannot be shown: {'; '.join(reasons)}.", hint=_HINT)


def _default_platforms() -> list[str]:
    """Return the platforms that Qt tries by default, in its order."""
    session = os.environ.get("XDG_SESSION_TYPE", "")
    wayland = ["wayland"] if os.environ.get("WAYLAND_DISPLAY") or session == "wayland" else []
    return [*wayland, *(["xcb"] if os.environ.get("DISPLAY") or session == "x11" else [])]


def _problem_with(name: str) -> str:
    """Describe why Qt cannot use a platform; "" where it can."""
    family = "wayland" if name.startswith("wayland") else name
    plugin = _plugin_folder() / f"libq{family}.so"
    if not plugin.is_file():
        return f"Qt has no platform “{name}” (QT_QPA_PLATFORM)"
    missing = _loading_error(plugin)
    if missing:
        return f"Qt's platform “{name}” cannot be loaded ({missing})"
    if family in _WITHOUT_DISPLAY:
        return ""
    return _CONNECTS[family]() if family in _CONNECTS else _trial_problem(name)


def _plugin_folder() -> Path:
    from PySide6.QtCore import QLibraryInfo

    folder = os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH")
    return Path(folder) if folder else Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"


def _loading_error(library: Path) -> str:
    """Return the system's error from loading a library, such as a missing dependency; "" where it loads."""
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        return str(error)
    return ""


def _x11_problem() -> str:
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


def _wayland_problem() -> str:
    name = os.environ.get("WAYLAND_DISPLAY", "wayland-0")
    no_answer = f"the Wayland display “{name}” does not answer"
    if not Path(os.environ.get("XDG_RUNTIME_DIR", ""), name).is_socket():
        return no_answer
    try:
        wayland = ctypes.CDLL("libwayland-client.so.0")
    except OSError as error:
        return str(error)
    wayland.wl_display_connect.restype = ctypes.c_void_p
    wayland.wl_display_connect.argtypes = (ctypes.c_char_p,)
    wayland.wl_display_disconnect.argtypes = (ctypes.c_void_p,)
    display = wayland.wl_display_connect(None)
    if not display:
        return no_answer
    wayland.wl_display_disconnect(display)
    return ""


def _trial_problem(name: str) -> str:
    """Try other platforms, such as those for devices without a desktop, by starting Qt in a separate process."""
    if getattr(sys, "frozen", False):
        return ""
    try:
        completed = subprocess.run([sys.executable, "-c", _TRIAL], capture_output=True, timeout=_TRIAL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"Qt's platform “{name}” does not start"
    return f"Qt's platform “{name}” cannot be used here" if completed.returncode else ""


_CONNECTS: dict[str, Callable[[], str]] = {"xcb": _x11_problem, "wayland": _wayland_problem}
