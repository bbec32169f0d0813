"""Faults against the index of posts: kills, damage, full disks, read-only folders, other programs."""

from __future__ import annotations

import errno
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.errors import LibraryError
from app.ports import ModelIdentity
from app.store.posts.library import SqlitePosts, open_posts
from app.store.posts.schema import INDEX
from app.store.row_index import encoding
from app.store.row_index import folder as rows_folder
from tests.fakes.encoder import FakeEncoder, fake_identity
from tests.fakes.post_samples import post, posts
from tests.fakes.posts_child import STEP
from tests.integration.test_store_faults import code_of, ordinary_user

ROOT = Path(__file__).resolve().parents[2]
COUNT = 40
QUERIES = ["the mayor closed bridges", "nothing like it", *(post(number, version=1).text for number in (3, 4))]
ENCODED = sum(post.text.isascii() for post in posts(COUNT))


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store four vectors at a time."""
    monkeypatch.setattr(encoding, "STEP", STEP)


def filled(folder: Path) -> Path:
    """Provide a closed library of 40 posts, neither indexed nor encoded."""
    with closing(open_posts(folder, create=True)) as library:
        library.add(posts(COUNT), progress=no_progress, cancel=CancelToken())
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide the same library, indexed and encoded."""
    with closing(open_posts(filled(tmp_path / "library"))) as library:
        assert encode(library) == ENCODED
        findings(library)
    return tmp_path / "library"


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Return the search results of a library without faults."""
    with closing(open_posts(filled(tmp_path_factory.mktemp("whole")))) as library:
        encode(library)
        return findings(library)


def encode(library: SqlitePosts, encoder: FakeEncoder | None = None) -> int:
    return library.encode(encoder=encoder or FakeEncoder(), progress=no_progress, cancel=CancelToken())


def findings(library: SqlitePosts, encoder: FakeEncoder | None = None) -> object:
    """Return everything that a search depends on."""
    encoder = encoder or FakeEncoder()
    vectors = encoder.encode(QUERIES, progress=no_progress, cancel=CancelToken())
    with closing(library.index(encoder=encoder, progress=no_progress, cancel=CancelToken())) as index:
        hits = [index.lexical().search(QUERIES, 9), index.vectors().search(vectors, 9)]
        allowed = index.allowed(PostFilter(platform="mastodon", language="en"))
        ranked_hits = [(hit.rows.tolist(), hit.scores.tolist()) for hit in hits]
        return index.posts(range(len(index))), index.encoded, ranked_hits, None if allowed is None else allowed.tolist()


def heads_of(folder: Path) -> Path:
    manifest = rows_folder.read_manifest(folder / INDEX)
    assert manifest is not None
    return folder / INDEX / manifest.folder


def vectors_of(folder: Path) -> Path:
    (path,) = (folder / INDEX).glob("vectors-*.bin")
    return path


# Killed processes


def start_child(library: Path, moment: str = "") -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.fakes.posts_child", str(library), *([moment] if moment else [])]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    return child


def survivors_after_kill(folder: Path, expected: object) -> int:
    """Open the library after a kill and continue. Return the number of stored vectors; check that none is missing or made twice."""
    encoder = FakeEncoder()
    with closing(open_posts(folder)) as library:
        library.index(encoder=encoder, progress=no_progress, cancel=CancelToken()).close()
        encoded_count = library.statistics().encoded
        assert encode(library, encoder) == len(encoder.encoded) == ENCODED - encoded_count
        assert findings(library) == expected
    return encoded_count


@pytest.mark.parametrize(("moment", "survivors"), [(1, 0), (7, 0), (13, 0), (14, 0), (15, 0), (16, 0), (17, 4), (20, 16), (24, 32)])
def test_dying_at_a_certain_flush(tmp_path: Path, expected: object, moment: int, survivors: int) -> None:
    folder = filled(tmp_path / "library")
    child = start_child(folder, f"flush-{moment}")
    child.communicate(timeout=60)
    assert child.returncode == 9
    # What was written and not flushed yet is there all the same: it is the process that died, not the machine.
    assert survivors_after_kill(folder, expected) in (survivors, survivors + STEP)


def test_random_kills_lose_nothing_and_encode_nothing_twice(tmp_path: Path, expected: object) -> None:
    folder, rng, before = filled(tmp_path / "library"), random.Random(5), 0
    for _ in range(4):
        child = start_child(folder, "slow")
        time.sleep(rng.uniform(0.05, 0.9))
        child.kill()
        child.communicate()
        with closing(open_posts(folder)) as library:
            library.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken()).close()
            after = library.statistics().encoded
        assert before <= after and after % STEP == 0
        before = after
    assert survivors_after_kill(folder, expected) == before


# Other programs


def test_only_one_process_encodes_and_posts_can_be_imported(tmp_path: Path) -> None:
    folder = filled(tmp_path / "library")
    child = start_child(folder, "slow")
    try:
        with closing(open_posts(folder)) as library:
            while not list((folder / INDEX).glob("vectors-*.bin")):
                time.sleep(0.01)
            with pytest.raises(LibraryError, match=str(child.pid)) as raised:
                encode(library)
            assert raised.value.code == "library-busy"
            library.add([post(900)], progress=no_progress, cancel=CancelToken())
            with closing(library.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
                assert len(index) == COUNT + 1 and 0 < index.encoded < ENCODED
    finally:
        child.kill()
        child.communicate()


def test_the_index_is_searched_while_another_process_writes(folder: Path, expected: object) -> None:
    started, go_on = threading.Event(), threading.Event()

    def slowly() -> Iterator[object]:
        yield post(900)
        started.set()
        assert go_on.wait(30)

    with closing(open_posts(folder)) as library, closing(open_posts(folder)) as writer:
        thread = threading.Thread(target=lambda: writer.add(slowly(), progress=no_progress, cancel=CancelToken()))  # type: ignore[arg-type]
        thread.start()
        assert started.wait(30)
        assert findings(library) == expected
        (heads_of(folder) / "days.npy").unlink()
        with closing(open_posts(folder)) as other:
            assert code_of(lambda: findings(other)) == "library-busy"
        go_on.set()
        thread.join(30)
        assert findings(library) != expected


def test_the_encoder_changes_during_encoding(tmp_path: Path) -> None:
    class FallingEncoder(FakeEncoder):
        """Moves to the processor after twelve texts."""

        @property
        def identity(self) -> ModelIdentity:
            moved = len(self.encoded) > 3 * STEP
            return fake_identity(precision="float32" if moved else "float16")

    encoder = FallingEncoder()
    with closing(open_posts(filled(tmp_path / "library"))) as library:
        assert encode(library, encoder) == ENCODED + 3 * STEP
        assert len(list((tmp_path / "library" / INDEX).glob("vectors-*.bin"))) == 1
        with closing(library.index(encoder=encoder, progress=no_progress, cancel=CancelToken())) as index:
            assert index.encoded == ENCODED


def test_posts_removed_or_changed_while_others_are_encoded(tmp_path: Path) -> None:
    with closing(open_posts(filled(tmp_path / "library"))) as library:

        class ChangingEncoder(FakeEncoder):
            """Deletes all posts but the newest six when it starts, and changes the sixth newest."""

            def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> np.ndarray:
                assert texts, "asked for nothing"
                if not self.encoded:
                    newest = [indexed.id for indexed in library.search("", among=PostFilter()).items]
                    library.delete(newest[6:], cancel=CancelToken())
                    library.add([replace(post(900), id=newest[5])], progress=no_progress, cancel=CancelToken())
                return super().encode(texts, progress=progress, cancel=cancel)

        encoder = ChangingEncoder()
        assert encode(library, encoder) == len(encoder.encoded) == 5
        with closing(library.index(encoder=encoder, progress=no_progress, cancel=CancelToken())) as index:
            indexed = index.posts(range(len(index)))
            assert len(indexed) == 6 and index.encoded == sum(indexed_post.text.isascii() for indexed_post in indexed) == 5


# Damage


def _cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 3)


def _flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[-5] ^= 0x40
    file.write_bytes(content)


HARMS: dict[str, Callable[[Path], None]] = {"cut": _cut, "flipped": _flip, "gone": Path.unlink}


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("name", ["clean.rows.npy", "clean.terms.json", "clean.scores.npy", "words.npy", "days.npy", "codes.json"])
def test_a_damaged_file_is_rebuilt_without_encoding_again(folder: Path, expected: object, harm: str, name: str) -> None:
    HARMS[harm](heads_of(folder) / name)
    before = heads_of(folder)
    with closing(open_posts(folder)) as library:
        assert findings(library) == expected
        assert heads_of(folder) != before
        encoder = FakeEncoder()
        assert encode(library, encoder) == 0 and not encoder.encoded


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\x17" * 400])
def test_a_damaged_manifest_is_rebuilt(folder: Path, expected: object, content: bytes | None) -> None:
    manifest = folder / INDEX / "manifest.json"
    manifest.unlink() if content is None else manifest.write_bytes(content)
    with closing(open_posts(folder)) as library:
        assert findings(library) == expected
        assert encode(library) == 0


def test_a_missing_folder_is_rebuilt(folder: Path, expected: object) -> None:
    shutil.rmtree(folder / INDEX)
    with closing(open_posts(folder)) as library:
        assert encode(library) == ENCODED
        assert findings(library) == expected


def test_an_index_of_other_word_rules_is_rebuilt(folder: Path, expected: object, monkeypatch: pytest.MonkeyPatch) -> None:
    before = heads_of(folder)
    monkeypatch.setattr(rows_folder, "ANALYSIS", "english-2")
    with closing(open_posts(folder)) as library:
        assert findings(library) == expected and encode(library) == 0
        assert heads_of(folder) != before


def test_posts_put_back_from_a_copy_are_not_searched_with_a_later_index(folder: Path, expected: object, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "copy")
    with closing(open_posts(folder)) as library:
        library.add([post(3, version=1)], progress=no_progress, cancel=CancelToken())
        assert findings(library) != expected
    with closing(open_posts(tmp_path / "copy")) as library:
        library.add([post(4, version=1)], progress=no_progress, cancel=CancelToken())
    shutil.copy(tmp_path / "copy" / "posts.db", folder / "posts.db")
    shutil.rmtree(tmp_path / "copy" / INDEX)
    with closing(open_posts(folder)) as library, closing(open_posts(tmp_path / "copy")) as other:
        encode(library)
        encode(other)
        assert findings(library) == findings(other)


@pytest.mark.parametrize("offset", [3, 20, 90], ids=["digest", "checksum", "vector"])
def test_an_altered_vector_is_not_used_and_encoded_again(folder: Path, expected: object, offset: int) -> None:
    file = vectors_of(folder)
    record = file.stat().st_size // ENCODED
    content = bytearray(file.read_bytes())
    content[7 * record + offset] ^= 0x10
    file.write_bytes(content)
    encoder = FakeEncoder()
    with closing(open_posts(folder)) as library:
        with closing(library.index(encoder=encoder, progress=no_progress, cancel=CancelToken())) as index:
            assert index.encoded == ENCODED - 1
            assert index.vectors().search(np.eye(3, 64, dtype=np.float32), COUNT).rows.max() < COUNT
        assert encode(library, encoder) == 1
        assert findings(library) == expected


@pytest.mark.parametrize("cut", [1, 90])
def test_a_torn_last_vector_is_cut_off(folder: Path, expected: object, cut: int) -> None:
    file = vectors_of(folder)
    os.truncate(file, file.stat().st_size - cut)
    with closing(open_posts(folder)) as library:
        assert encode(library) == 1
        assert findings(library) == expected
        assert file.stat().st_size % ENCODED == 0


def test_a_file_that_is_mostly_dead_is_compacted(folder: Path) -> None:
    file = vectors_of(folder)
    record = file.stat().st_size // ENCODED
    encoder = FakeEncoder()
    with closing(open_posts(folder)) as library:
        few = [post.id for post in posts(10)]
        library.delete(few, cancel=CancelToken())
        assert encode(library, encoder) == 0 and file.stat().st_size == ENCODED * record
        with closing(library.index(encoder=encoder, progress=no_progress, cancel=CancelToken())) as pinned:
            library.delete([post.id for post in posts(10, start=10)], cancel=CancelToken())
            rows = np.arange(len(pinned), dtype=np.int32)
            before = pinned.vector_rows(rows)
            assert encode(library, encoder) == 0 and not encoder.encoded
            assert file.stat().st_size == record * sum(post.text.isascii() for post in posts(20, start=20))
            assert np.array_equal(pinned.vector_rows(rows), before)
        with closing(library.index(encoder=encoder, progress=no_progress, cancel=CancelToken())) as index:
            assert index.encoded == sum(post.text.isascii() for post in posts(20, start=20))
            assert np.array_equal(index.vector_rows(rows[:20]), before[-20:])


def test_vectors_of_a_model_that_is_not_used_any_more_go_once_the_other_is_complete(folder: Path) -> None:
    old, other = vectors_of(folder), FakeEncoder(name="another")
    cancel = CancelToken()

    def listen(update: ProgressUpdate) -> None:
        if update.activity == "Encoding posts" and update.done >= STEP:
            assert old.exists()

    with closing(open_posts(folder)) as library:
        assert library.encode(encoder=other, progress=listen, cancel=cancel) == ENCODED
        assert not old.exists() and vectors_of(folder).exists()


# Disks


@pytest.mark.parametrize("moment", range(1, 30, 4))
def test_a_disk_that_fills_up(tmp_path: Path, expected: object, monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    calls, flush = [0], os.fsync

    def full(handle: int) -> None:
        calls[0] += 1
        if calls[0] == moment:
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(handle)

    folder = filled(tmp_path / "library")
    with closing(open_posts(folder)) as library:
        monkeypatch.setattr(os, "fsync", full)
        refused = calls[0]
        try:
            encode(library)
        except LibraryError as error:
            refused += 1
            assert error.code == "disk-full"
        monkeypatch.setattr(os, "fsync", flush)
        assert refused == (calls[0] >= moment)
        manifest = rows_folder.read_manifest(folder / INDEX)
        assert [entry.name for entry in (folder / INDEX).glob("heads-*")] == ([manifest.folder] if manifest else [])
        encode(library)
        assert findings(library) == expected
        assert len([entry for entry in (folder / INDEX).iterdir() if entry.name.startswith("heads-")]) == 1


@pytest.fixture
def read_only(folder: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """Provide the library in a folder that only root may write. The parameter "changed" adds a post that is not indexed."""
    if request.param == "changed":
        with closing(open_posts(folder)) as library:
            library.add([post(900)], progress=no_progress, cancel=CancelToken())
    home = Path(tempfile.mkdtemp())
    home.chmod(0o755)
    shutil.copytree(folder, home / "library")
    entries = [home / "library", *(home / "library").rglob("*")]
    for entry in entries:
        entry.chmod(0o555 if entry.is_dir() else 0o444)
    yield home / "library"
    for entry in entries:
        entry.chmod(0o755)
    shutil.rmtree(home)


@pytest.mark.parametrize("read_only", ["same", "changed"], indirect=True)
def test_a_read_only_folder_is_searched_and_not_changed(read_only: Path, expected: object, request: pytest.FixtureRequest) -> None:
    with ordinary_user(), closing(open_posts(read_only)) as library:
        if request.node.callspec.params["read_only"] == "same":
            assert findings(library) == expected
        else:
            assert code_of(lambda: findings(library)) == "library-read-only"
        assert code_of(lambda: encode(library)) == "library-read-only"
