"""Codes of the languages that the program recognises. A module without imports, since the window must not load the recogniser."""

from __future__ import annotations

LANGUAGES = (
    "af am ar bg bn bs ca cs da de el en es et fa fi fr gu he hi hr hu hy id it ja ka kn ko lt lv mk ml mr ms ne nl no "
    "pa pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur vi zh"
).split()
