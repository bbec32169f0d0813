"""Download translated prose: message catalogues of Debian 12 packages, and Debian's package descriptions, in each language.

`python -m models.multilingual.packages` downloads the packages with `apt-get download` (5 GB; nothing is installed) and stores only
their catalogues under `build/training/multilingual/prose/`. It fetches the descriptions as apt's lists. A stopped download resumes.
Packages that cannot be downloaded are named and left out.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

PROSE = Path("build") / "training" / "multilingual" / "prose"
LISTS = PROSE / "lists"
CAMPAIGNS = "did dm dw ei httt l low nr sof sota sotbe thot trow tsg ttb utbs".split()
STORIES = (
    "wesnoth-1.16-data", *(f"wesnoth-1.16-{name}" for name in CAMPAIGNS), "0ad-data", "freeciv-data", "freedroidrpg-data", "naev-data",
    "supertux-data", "unknown-horizons", "warzone2100-data", "widelands-data", "minetest-data", "pingus-data", "lincity-ng-data",
)  # fmt: skip
"""Games: dialogues, and descriptions of peoples, buildings and times."""
PROGRAMS = (
    "evolution-common", "gnome-control-center-data", "gnome-maps", "gnome-weather", "gnucash-common", "gramps", "homebank-data",
    "kalzium-data", "kgeography-data", "kmail", "konqueror", "kstars-data", "step", "tuxpaint-data", "nautilus-data", "ktorrent-data",
)  # fmt: skip
"""Programs about families, money, letters, the sky, the elements and the countries of the earth."""
DESCRIBED = "cs da de es fi fr hu it ja ko nl pl pt pt_BR ru sk sv tr uk vi zh_CN zh_TW en".split()
_CATALOGUE = (".mo", ".po")


def fetch() -> None:
    """Download and unpack the missing packages."""
    for name in (*STORIES, *PROGRAMS):
        if not (PROSE / name).is_dir() and not _unpacked(name):
            print(f"not to be had: {name}")
    (LISTS / "partial").mkdir(parents=True, exist_ok=True)
    settings = [f"Dir::State::Lists={LISTS.resolve()}", f"Acquire::Languages={','.join(DESCRIBED)}"]
    subprocess.run(["apt-get", "-q", *(f"-o{option}" for option in settings), "update"], check=True)


def _unpacked(name: str) -> bool:
    work = PROSE / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    completed = subprocess.run(["apt-get", "-q", "download", name], cwd=work, check=False, capture_output=True)
    packages = sorted(work.glob("*.deb"))
    if completed.returncode or not packages:
        return False
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(packages[0])], stdout=subprocess.PIPE) as unpacking:
        assert unpacking.stdout is not None
        with tarfile.open(fileobj=unpacking.stdout, mode="r|") as members:
            for member in members:
                if member.isfile() and member.name.endswith((*_CATALOGUE, ".zip")):
                    members.extract(member, work / "kept", filter="data")
    for archive in sorted((work / "kept").rglob("*.zip")):
        with zipfile.ZipFile(archive) as inner:
            inner.extractall(archive.parent, [entry for entry in inner.namelist() if entry.endswith(_CATALOGUE)])
        archive.unlink()
    (work / "kept").mkdir(exist_ok=True)
    (work / "kept").rename(PROSE / name)
    shutil.rmtree(work)
    return True


if __name__ == "__main__":
    fetch()
