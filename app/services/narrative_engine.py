"""The ports of narratives, bundled once by bootstrap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.errors import LibraryError
from app.ports import Library, LibrarySnapshot, NarrativeFile, PostLibrary, TextEncoder
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeEngine:
    """A library, its posts if it has any, and the file of its narratives (`store`).

    `encoder` loads the model that made the library's vectors, and is called only for grouping. `country_of` returns a publisher's
    country from its name and a fact-check's address, "" if unknown.
    """

    library: Library
    store: NarrativeFile
    encoder: Callable[[], TextEncoder]
    country_of: Callable[[str, str], str]
    posts: PostLibrary | None = None

    @contextmanager
    def snapshot(self) -> Iterator[LibrarySnapshot]:
        """Pin the library's current generation. Raises LibraryError if it has no index, like a library without fact-checks."""
        snapshot = self.library.snapshot()
        try:
            yield snapshot
        finally:
            snapshot.close()

    def checked_encoder(self, snapshot: LibrarySnapshot) -> TextEncoder:
        """Return the encoder. Raises LibraryError `library-encoder` if another one made the library's vectors."""
        encoder = self.encoder()
        if not encoder.identity.same_model(snapshot.encoder):
            raise LibraryError(
                "library-encoder",
                tr("The library's index was made with another encoder than the one in use."),
                hint=tr("Run “priorcheck library rebuild” to build it anew."),
            )
        return encoder
