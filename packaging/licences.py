"""Write the table of shipped components and their licences: `python packaging/licences.py`.

resources/licences/components.tsv has a line for every package of the frozen program or of `pip install ".[gpu,statistics]"`, from
the packages' own metadata, and for components that are in no package's metadata. The window shows it (About, Licences) with each
licence's text. The text comes from the package itself, or from the file in resources/licences that the line names.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
from frozen import ROOT, installed_distributions, shipped_distributions

TABLE = ROOT / "resources" / "licences" / "components.tsv"
EVERYWHERE, WITH_PYTHON, IN_PROGRAM = "everywhere", "pip", "program"

# Licences of packages whose metadata have no SPDX expression.
KNOWN = {
    "bm25s": "MIT", "click-default-group": "Public domain", "hnswlib": "Apache-2.0",
    "jinja2": "BSD-3-Clause", "justext": "BSD-2-Clause",
    "llama-cpp-python": "MIT", "markdown-it-py": "MIT", "mdurl": "MIT", "mpmath": "BSD-3-Clause",
    "openvino": "Apache-2.0", "openvino-telemetry": "Apache-2.0", "pymupdf": "AGPL-3.0-only",
    "anyascii": "ISC", "olefile": "BSD-2-Clause", "patsy": "BSD-2-Clause",
    "pystemmer": "MIT AND BSD-3-Clause", "safetensors": "Apache-2.0",
    "scipy": "BSD-3-Clause", "shellingham": "ISC", "sqlite-fts4": "Apache-2.0", "sympy": "BSD-3-Clause", "tokenizers": "Apache-2.0",
    "transformers": "Apache-2.0", "warcio": "Apache-2.0", "wcwidth": "MIT", "webencodings": "BSD-3-Clause",
}  # fmt: skip
# Licence files of packages that do not include the text.
TEXTS = {
    "pymupdf": "AGPL-3.0.txt",
    "pyside6-essentials": "LGPL-3.0.txt", "sentencex": "sentencex.txt", "shiboken6": "LGPL-3.0.txt", "tokenizers": "Apache-2.0.txt",
}  # fmt: skip


class Component(NamedTuple):
    """Row of the table. `scope` is "everywhere", "pip" (not in the frozen program) or "program" (only there)."""

    name: str
    licence: str
    scope: str
    home: str
    text: str = ""


BESIDES = (
    Component("Python", "PSF-2.0", IN_PROGRAM, "https://www.python.org", "Python.txt"),
    Component("PyInstaller", "GPL-2.0-or-later WITH Bootloader-exception", IN_PROGRAM, "https://pyinstaller.org", "PyInstaller.txt"),
    Component("Qt", "LGPL-3.0-only", EVERYWHERE, "https://www.qt.io", "LGPL-3.0.txt"),
    Component(
        "sacremoses (abbreviations only)",
        "MIT AND LGPL-2.1-or-later",
        EVERYWHERE,
        "https://github.com/hplt-project/sacremoses",
        "sacremoses.txt",
    ),
    Component("WordNet 3.0 (words only)", "WordNet", EVERYWHERE, "https://wordnet.princeton.edu", "wordnet.txt"),
)


def components() -> Iterator[Component]:
    """Yield all rows, sorted by name. Raises LookupError for a package whose licence must be looked up first."""
    shipped = set(shipped_distributions())
    described = [
        Component(name, licence(name), EVERYWHERE if name in shipped else WITH_PYTHON, home(name), TEXTS.get(name, ""))
        for name in installed_distributions()
        if name != "priorcheck"
    ]
    yield from sorted((*described, *BESIDES), key=lambda component: component.name.casefold())


def licence(name: str) -> str:
    """Return a package's licence as an SPDX expression. Raises LookupError if its metadata has none."""
    about = metadata.distribution(name).metadata.json
    named = str(about.get("license_expression") or about.get("license") or "")
    expression = KNOWN.get(name) or _SAME.get(named, named)
    if not _EXPRESSION.fullmatch(expression):
        raise LookupError(f"the licence of {name} is not in its metadata in so many words: add it to KNOWN in packaging/licences.py")
    return expression


_SAME = {"MIT License": "MIT"}
_NAME = r"(MIT|ISC|0BSD|Zlib|[A-Za-z0-9]+-[\w.-]+)"
_EXPRESSION = re.compile(rf"Public domain|{_NAME}( (AND|OR|WITH) {_NAME})*")


def home(name: str) -> str:
    """Return the home page of a package."""
    about = metadata.distribution(name).metadata.json
    pages = dict(str(entry).split(", ", 1) for entry in about.get("project_url") or ())
    home_pages = [page for label, page in pages.items() if label.casefold() in {"homepage", "home", "source", "repository", "source code"}]
    return str(about.get("home_page") or next(iter(home_pages), "") or next(iter(pages.values()), ""))


def table() -> str:
    """Return the text of the table."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
    writer.writerow(Component._fields)
    writer.writerows(components())
    return stream.getvalue()


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
    print(f"{TABLE}: {table().count(chr(10)) - 1} components")
