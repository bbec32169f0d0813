"""What a shipped file may be: data that is read, never code that runs when it is loaded. Each check says what is wrong, "" for nothing."""

from __future__ import annotations

import ast
import gzip
import json
import re
import struct
import tomllib
from collections.abc import Callable
from pathlib import Path

_PICKLE = re.compile(rb"\x80[\x00-\x05]")
_ZIP, _NPY, _GZIP = b"PK\x03\x04", b"\x93NUMPY", b"\x1f\x8b"
_DTYPES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U64": 8, "U32": 4, "U16": 2, "U8": 1, "BOOL": 1}
_ACTIVE = re.compile(
    rb"<script|<foreignObject|<iframe|<object|\bon[a-z]+\s*=|javascript:|src\s*=\s*[\"'](?:https?:|//|file:)", re.IGNORECASE
)
_FETCHED = re.compile(rb"href\s*=\s*[\"'](?:https?:|//|file:)", re.IGNORECASE)
"""In a picture an address is fetched; in a page it is a link."""
_MODULES = frozenset({"pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal"})
_CALLS = frozenset({"eval", "exec", "compile", "__import__"})
_COMMANDS = frozenset({"os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput", "yaml.load", "runpy.run_path"})
_SWITCHES = ("allow_pickle", "shell", "trust_remote_code")


def shipped_trouble(path: Path) -> str:
    """What is wrong with a file of `models/` or `resources/`."""
    check = _KINDS.get(path.suffix or path.name)
    if check is None:
        return "a kind of file that is not known to be data"
    return _head(path.read_bytes()) or check(path)


def _head(data: bytes) -> str:
    if _PICKLE.match(data):
        return "a pickle"
    if data.startswith(_ZIP):
        return "an archive, which may hold a pickle"
    if data.startswith(_NPY) and b"'O'" in data[:200]:
        return "an array of objects, which is a pickle"
    return ""


def _text(path: Path) -> str:
    try:
        path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return "no text"
    return ""


def _parsed(read: Callable[[str], object]) -> Callable[[Path], str]:
    def check(path: Path) -> str:
        try:
            read(path.read_text(encoding="utf-8"))
        except ValueError as error:
            return str(error)
        return ""

    return check


def _packed(path: Path) -> str:
    data = gzip.decompress(path.read_bytes())
    return _head(data) or ("no text" if b"\x00" in data[:4096] else "")


def _picture(path: Path) -> str:
    return "" if path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n") else "no picture"


def _markup(path: Path) -> str:
    data = path.read_bytes()
    found = _ACTIVE.search(data) or (_FETCHED.search(data) if path.suffix == ".svg" else None)
    return f"holds {found.group()!r}" if found else ""


def _translation(path: Path) -> str:
    return "" if path.read_bytes()[:4] == b"\xde\x12\x04\x95" else "no catalogue"


def _safetensors(path: Path) -> str:
    """A header of JSON, then the numbers it names, one after the other to the file's end (the format of safetensors)."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    if not 2 <= length <= len(data) - 8:
        return "its header is longer than it is"
    try:
        header = json.loads(data[8 : 8 + length])
    except ValueError as error:
        return str(error)
    header.pop("__metadata__", None)
    reached = 0
    for told in sorted(header.values(), key=lambda told: tuple(told["data_offsets"])):
        size = _DTYPES.get(told["dtype"], 0)
        for side in told["shape"]:
            size *= side
        start, end = told["data_offsets"]
        if start != reached or end - start != size or not size:
            return f"its numbers are not where it says: {told}"
        reached = end
    return "" if 8 + length + reached == len(data) else "something lies behind its numbers"


def code_trouble(source: str) -> list[str]:
    """What in this source could run what a file holds: modules, built-in functions, switches of libraries."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.partition(".")[0] in _MODULES]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in _MODULES:
            found.append(str(node.module))
        elif isinstance(node, ast.Call):
            found += _call_trouble(node)
    return found


def _call_trouble(call: ast.Call) -> list[str]:
    name = ast.unparse(call.func)
    told = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
    found = [name] if name in _CALLS or name in _COMMANDS else []
    found += [f"{switch}={told[switch]}" for switch in _SWITCHES if told.get(switch, "False") != "False"]
    if name.endswith("torch.load") and told.get("weights_only") != "True":
        found.append(name)
    return found


_KINDS: dict[str, Callable[[Path], str]] = {
    **dict.fromkeys((".txt", ".md", ".csv", ".tsv", ".py", ".po", ".qss", ".vtt", ".gitattributes"), _text),
    **dict.fromkeys((".svg", ".html"), _markup),
    ".json": _parsed(json.loads),
    ".jsonl": _parsed(lambda text: [json.loads(line) for line in text.splitlines()]),
    ".toml": _parsed(tomllib.loads),
    ".gz": _packed,
    ".png": _picture,
    ".mo": _translation,
    ".safetensors": _safetensors,
}
