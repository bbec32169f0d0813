"""A PostLibrary in memory: groups, BM25 and nearest neighbours in the simplest form, to compare the real one with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.domain.importing import ChangeCounts, CheckResult, ReadPost
from app.domain.likeness import PostKind
from app.domain.post import Post
from app.domain.post_text import cleaned, same_form
from app.domain.posts import PostFilter, PostPage, PostStatistics
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.source_ids import SourceIds
from app.ports import FloatMatrix, LexicalIndex, Mask, TextEncoder
from app.store.analysis import terms
from tests.fakes.held_ids import MemoryIds
from tests.fakes.row_index import MemoryRowIndex, PlainBm25, model_of


class MemoryPosts:
    """Implements the port; `step` texts are encoded and stored at a time."""

    def __init__(self, posts: Iterable[Post] = (), *, step: int = 512) -> None:
        self._posts: dict[str, Post] = {post.id: post for post in posts}
        self._imported = dict(self._posts)
        self._vectors: dict[tuple[str, str], FloatMatrix] = {}
        self._own: dict[str, str] = {}
        self._step = step
        self._changes = 0

    def __len__(self) -> int:
        return len(self._posts)

    def add(self, posts: Iterable[Post], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add all posts or none."""
        posts_by_id, imported = dict(self._posts), dict(self._imported)
        added = changed = unchanged = 0
        for post in posts:
            cancel.check()
            before = imported.get(post.id) if post.id in posts_by_id else None
            added, changed, unchanged = added + (before is None), changed + (before not in (None, post)), unchanged + (before == post)
            if before != post:
                posts_by_id[post.id] = imported[post.id] = post
        self._posts, self._imported = posts_by_id, imported
        self._changes += 1
        return ChangeCounts(added=added, changed=changed, unchanged=unchanged)

    def add_rows(self, rows: Iterable[ReadPost], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add all rows of files or none."""
        source_ids = dict(self._own)
        posts_by_id: dict[str, Post] = dict(self._posts)
        ids = SourceIds(PostKind(), MemoryIds(posts_by_id, source_ids))
        written: list[Post] = []
        for part in ids.parts(((row.source, row.post) for row in rows), size=10_000):
            posts_by_id.update((post.id, post) for post in part)
            written += part
        counts = self.add(written, progress=progress, cancel=cancel)
        self._own = source_ids
        return replace(counts, ids=ids.notes)

    def set_language(self, ids: Sequence[str], language: str) -> int:
        """Set the language of posts."""
        stored_ids = [name for name in dict.fromkeys(ids) if name in self._posts]
        self._posts |= {name: replace(self._posts[name], language=language) for name in stored_ids}
        self._changes += 1
        return len(stored_ids)

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Delete posts."""
        stored_ids = [name for name in dict.fromkeys(ids) if self._posts.pop(name, None)]
        self._changes += 1
        return len(stored_ids)

    def get(self, ids: Sequence[str]) -> dict[str, Post]:
        """Return the stored ones by id."""
        return {name: self._posts[name] for name in dict.fromkeys(ids) if name in self._posts}

    def same_as(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the other ids of each post's group."""
        groups = self._groups()
        stored_ids = [name for name in dict.fromkeys(ids) if name in self._posts]
        return {name: tuple(sorted({post.id for post in groups[self._form(self._posts[name])]} - {name})) for name in stored_ids}

    def search(self, text: str, *, among: PostFilter, offset: int = 0, limit: int = 50) -> PostPage:
        """Return group heads with every term, latest first."""
        query_terms = set(terms(text))
        matching = [post for post in self.heads() if query_terms <= set(terms(cleaned(post.text))) and _passes(post, among)]
        matching.sort(key=lambda post: (post.published is None, -(post.published.timestamp() if post.published else 0), post.id))
        items = tuple(matching[offset : offset + limit])
        groups = self._groups()
        return PostPage(items=items, total=len(matching), copies={post.id: len(groups[self._form(post)]) for post in items})

    def statistics(self) -> PostStatistics:
        """Return counts only."""
        words = {cleaned(post.text) for post in self.heads()} & {text for _, text in self._vectors}
        encoded = sum(cleaned(post.text) in words for post in self.heads())
        return PostStatistics(posts=len(self), groups=len(self._groups()), size_bytes=0, encoded=encoded)

    def index(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> MemoryPostIndex:
        """Return an index of the present posts."""
        cancel.check()
        heads = self.heads()
        model = model_of(encoder)
        vectors = [self._vectors.get((model, cleaned(post.text))) for post in heads]
        encoded = sum(vector is not None for vector in vectors)
        return MemoryPostIndex(heads, vectors, generation=f"{self._changes}-{model}-{encoded}", dimension=encoder.dimension)

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Encode missing vectors, newest first."""
        model = model_of(encoder)
        newest = sorted(self.heads(), key=lambda post: -(post.published.timestamp() if post.published else 0))
        texts = dict.fromkeys(text for post in newest if any(map(str.isalnum, text := cleaned(post.text))))
        missing = [text for text in texts if (model, text) not in self._vectors]
        for start in range(0, len(missing), self._step):
            cancel.check()
            progress(ProgressUpdate("Encoding posts", len(texts) - len(missing) + start, len(texts)))
            part = missing[start : start + self._step]
            vectors = encoder.encode(part, progress=lambda _: None, cancel=cancel)
            self._vectors.update({(model, text): vector for text, vector in zip(part, vectors, strict=True)})
        progress(ProgressUpdate("Encoding posts", len(texts), len(texts)))
        return len(missing)

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        cancel.check()
        return (CheckResult(name="posts: database", ok=True, detail=f"{len(self)} in memory"),)

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Do nothing, since nothing is ever damaged."""
        cancel.check()
        return ()

    def close(self) -> None:
        """Do nothing."""

    def heads(self) -> list[Post]:
        """Return one post of each group, in ascending order of id."""
        order = {name: index for index, name in enumerate(self._posts)}
        return sorted(
            (min(group, key=lambda post: (*_standing(post), order[post.id])) for group in self._groups().values()), key=lambda post: post.id
        )

    def _groups(self) -> dict[str, list[Post]]:
        groups: dict[str, list[Post]] = {}
        for post in self._posts.values():
            groups.setdefault(self._form(post), []).append(post)
        return groups

    def _form(self, post: Post) -> str:
        original = self._posts.get(post.repeats) if post.repeats else post
        return f"of:{post.repeats}" if original is None or original.repeats else same_form(original.text)


def _standing(post: Post) -> tuple[bool, bool, float]:
    return bool(post.repeats), post.published is None, post.published.timestamp() if post.published else 0.0


def _passes(post: Post, among: PostFilter) -> bool:
    day = post.published.date() if post.published else None
    fits = among.platform in ("", post.platform) and among.language in ("", post.language)
    late = among.since is None or (day is not None and day >= among.since)
    return fits and late and (among.until is None or (day is not None and day <= among.until))


class MemoryPostIndex(MemoryRowIndex[Post]):
    """A PostIndex over a list of group heads."""

    def lexical(self) -> LexicalIndex:
        """Return BM25 by its formula."""
        return PlainBm25([terms(cleaned(post.text), post.language) for post in self._held])

    @property
    def waiting(self) -> int:
        """Count posts without a vector; posts without a letter or digit need none."""
        return sum(any(map(str.isalnum, cleaned(post.text))) for post in self._held) - self.encoded

    def posts(self, rows: Sequence[int]) -> list[Post]:
        """Return the heads at these rows."""
        return [self._held[row] for row in rows]

    def allowed(self, among: PostFilter) -> Mask | None:
        """Return None if all rows pass."""
        return self._passing(lambda post: _passes(post, among))
