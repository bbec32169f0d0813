"""The script that starts the worker under any Python: makes the package `app`, and nothing beside it, importable.

Run by path (`python launch.py …`), so that another Python environment keeps its own packages: putting our folder on its
path would mix two environments. Written so that an old Python can still read it and say that it is too old.
With `--llm` it starts the language model's process instead, with `--reading` the one that reads what comes from outside.
"""

import importlib.util
import sys
from pathlib import Path

NEEDED = ("msgspec", "numpy", "platformdirs", "sqlite_utils", "hnswlib", "bm25s", "tokenizers", "sentencex", "py3langid", "babel")


def main() -> None:
    """Check the Python, load `app` from beside this file, run the worker."""
    _require(sys.version_info >= (3, 11), "it is Python %d.%d, and 3.11 or newer is needed" % sys.version_info[:2])  # noqa: UP031
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    _require(not missing, "it lacks " + ", ".join(missing))
    # The script's own folder holds modules of ours that must be found only as app.worker.*.
    sys.path[:] = [entry for entry in sys.path if not entry or Path(entry).resolve() != Path(__file__).resolve().parent]
    _load_package(Path(__file__).resolve().parent.parent)
    if sys.argv[1:2] == ["--llm"]:
        from app.bootstrap import run_language_model as speak

        sys.exit(speak())
    if sys.argv[1:2] == ["--reading"]:
        from app.reading.child import main as read

        sys.exit(read(sys.argv[2:]))
    from app.worker.__main__ import main as run

    run(sys.argv[1:])


def _require(fulfilled: bool, reason: str) -> None:
    if not fulfilled:
        sys.stderr.write(reason + "\n")
        sys.exit(3)


def _load_package(folder: Path) -> None:
    spec = importlib.util.spec_from_file_location("app", folder / "__init__.py", submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        sys.exit("the program's own files are missing")
    module = importlib.util.module_from_spec(spec)
    sys.modules["app"] = module
    spec.loader.exec_module(module)


if __name__ == "__main__":
    main()
