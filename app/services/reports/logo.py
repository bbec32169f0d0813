"""Loader for the newsroom's logo: any picture that we can draw becomes a small PNG without metadata; others are left out with a
reason."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.services.reports.mupdf import silent_mupdf
from app.translation import tr

LIMIT = 2_000_000
_WIDTH, _HEIGHT = 640, 256
_PIXELS = 40_000_000
_KINDS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".svg": "svg"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Logo:
    """A PNG and its size in pixels."""

    png: bytes
    width: int
    height: int


def load_logo(path: str) -> tuple[Logo | None, str]:
    """Return the logo and "", or None and a sentence with the reason; (None, "") if no path is given. Never raises."""
    if not path:
        return None, ""
    file = Path(path)
    kind = _KINDS.get(file.suffix.lower())
    if kind is None:
        return None, tr("The logo was left out: “{name}” is neither PNG, JPEG nor SVG.", name=file.name)
    try:
        if file.stat().st_size > LIMIT:
            megabytes = LIMIT // 1_000_000
            return None, tr("The logo was left out: “{name}” is larger than {size} MB.", name=file.name, size=megabytes)
        content = file.read_bytes()
    except OSError as error:
        return None, tr("The logo was left out: “{name}” cannot be read ({reason}).", name=file.name, reason=error.strerror)
    logo = _drawn(content, kind)
    return logo, "" if logo else tr("The logo was left out: “{name}” holds no picture that can be drawn.", name=file.name)


def _drawn(content: bytes, kind: str) -> Logo | None:
    """Return the picture redrawn, which drops scripts and links of an SVG and the location stored in a photo."""
    pymupdf = silent_mupdf()

    try:
        with pymupdf.open(kind, content) as document:
            page = document[0]
            width, height = page.rect.width, page.rect.height
            if not 0 < width * height < _PIXELS:
                return None
            scale = min(_WIDTH / width, _HEIGHT / height)
            scale = scale if kind == "svg" else min(scale, 1.0) if width > 1 else 1.0
            picture = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=True)
            return Logo(png=picture.tobytes("png"), width=picture.width, height=picture.height)
    except (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase):
        return None
