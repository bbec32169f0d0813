"""The program's icon in the formats of the desktops, drawn from resources/icons/priorcheck.svg: PNG, Windows' .ico, macOS's .icns.

Both containers hold PNG pictures. An .ico has a directory of 16 bytes for each (Windows Vista and newer), an .icns a type and a
length before each.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).resolve().parent.parent / "resources" / "icons" / "priorcheck.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512, 1024)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_TYPES = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024, "ic11": 32, "ic12": 64, "ic13": 256, "ic14": 512}
"""Side in pixels of the picture of each type. ic10 to ic14 are for displays with two pixels per point."""


def pictures(sizes: tuple[int, ...] = SIZES) -> Mapping[int, bytes]:
    """Return the icon as PNG, by its side in pixels."""
    renderer = QSvgRenderer(str(SOURCE))
    return {size: _png(renderer, size) for size in sizes}


def _png(renderer: QSvgRenderer, size: int) -> bytes:
    image = QImage(QSize(size, size), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # its annotation says bytes, which it refuses
    return bytes(content.data())


def ico(pngs: Mapping[int, bytes]) -> bytes:
    """Return an .ico file: header, one directory entry for each picture (a side of 256 is written as 0), then the pictures."""
    start = 6 + 16 * len(ICO_SIZES)
    directory, body = b"", b""
    for size in ICO_SIZES:
        directory += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(pngs[size]), start + len(body))
        body += pngs[size]
    return struct.pack("<HHH", 0, 1, len(ICO_SIZES)) + directory + body


def icns(pngs: Mapping[int, bytes]) -> bytes:
    """Return an .icns file: its length, then each picture after its type and length (headers count)."""
    body = b"".join(kind.encode("ascii") + struct.pack(">I", 8 + len(pngs[size])) + pngs[size] for kind, size in ICNS_TYPES.items())
    return b"icns" + struct.pack(">I", 8 + len(body)) + body
