"""What of resources/ and models/ goes into an installed program, and the build step that puts it into the wheel.

pyproject.toml names `BuildWithData` as the command `build_py`, and priorcheck.spec asks `data_files` for the same list, so that the wheel
and the frozen program carry the same files. The wheel has them in app/_data, where app/paths.py looks first.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "_data"
UNUSED_SUFFIXES = {".po", ".pyc"}
"""What translators and Python need, and the program does not read."""
UNUSED_FOLDERS = {"screenshots", "__pycache__"}


def data_files(root: Path = ROOT) -> Iterator[tuple[Path, PurePosixPath]]:
    """Each file that the installed program reads, with its place below its data folder. Raises FileNotFoundError for a model's file that
    is named in the manifest and is not there, so that no program without its models is built."""
    for path in sorted((root / "resources").rglob("*")):
        if path.is_file() and path.suffix not in UNUSED_SUFFIXES and not UNUSED_FOLDERS & set(path.relative_to(root).parts):
            yield path, PurePosixPath(path.relative_to(root).as_posix())
    for path in sorted(set(_model_files(root / "models"))):
        if not path.is_file():
            raise FileNotFoundError(f"{path} is named in models/manifest.toml and is not there")
        yield path, PurePosixPath(path.relative_to(root).as_posix())


def _model_files(models: Path) -> Iterator[Path]:
    """The manifest and the files that it names: not how the models were made."""
    yield from (models / "manifest.toml", models / "README.md")
    for model in tomllib.loads((models / "manifest.toml").read_text("utf-8"))["model"]:
        folder = models / model["folder"]
        yield from (folder / file["path"] for file in (*model["file"], *model.get("about", ())))


class BuildWithData(build_py):  # type: ignore[misc]  # setuptools has no types of its own
    """`build_py` that also copies resources/ and models/ into the package; an editable installation finds them in the checkout."""

    def run(self) -> None:
        """Build the package, then its data. Files of an earlier build are removed."""
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib) / "app" / FOLDER
        shutil.rmtree(target, ignore_errors=True)
        for source, relative_path in data_files():
            path = target / relative_path
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, path)

    def get_source_files(self) -> list[str]:
        """Return the files of a source distribution, with the data and this module, so that a wheel can be built from it."""
        data_paths = [source.relative_to(ROOT).as_posix() for source, _ in data_files()]
        return [*super().get_source_files(), *data_paths, Path(__file__).relative_to(ROOT).as_posix()]
