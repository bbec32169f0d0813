"""Undo and redo, the same for every page of the window: operations that know their label and their inverse, and the history of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from app.domain.timestamps import utc_timestamp


class Operation(Protocol):
    """Something that a user did, as a value. `label` is what an "Undo" menu says of it."""

    @property
    def label(self) -> str: ...

    def inverse(self) -> Self:
        """Return the operation that undoes this one."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedOperation:
    """An operation that is stored: all its changes hold or none does. `at` is the time in UTC (ISO 8601, seconds)."""

    label: str
    who: str
    at: str


class Swappable(Protocol):
    """A dataclass that holds a value before and after a change."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def before(self) -> Any: ...

    @property
    def after(self) -> Any: ...


OperationT = TypeVar("OperationT", bound=Operation)
ChangeT = TypeVar("ChangeT", bound=Swappable)


class History(Generic[OperationT]):
    """Operations in order: those before `position` hold, those from there on were undone and can be redone. Grows without limit.

    `apply` makes an operation take effect. What `undo` and `redo` return is what was applied, so that the caller can store it."""

    def __init__(
        self, operations: Iterable[OperationT] = (), position: int | None = None, *, apply: Callable[[OperationT], object] | None = None
    ) -> None:
        self.operations = list(operations)
        self.position = len(self.operations) if position is None else min(max(position, 0), len(self.operations))
        self._apply = apply or _do_nothing

    @property
    def done(self) -> Sequence[OperationT]:
        """The operations that hold."""
        return self.operations[: self.position]

    @property
    def next_undo(self) -> OperationT | None:
        """The operation that `undo` would undo."""
        return self.operations[self.position - 1] if self.position else None

    @property
    def next_redo(self) -> OperationT | None:
        """The operation that `redo` would do again."""
        return self.operations[self.position] if self.position < len(self.operations) else None

    def clear(self) -> None:
        """Forget every operation; nothing is undone."""
        self.operations, self.position = [], 0

    def do(self, operation: OperationT) -> OperationT:
        """Apply and append an operation; those that were undone before can no longer be redone. What `apply` raises changes nothing."""
        self._apply(operation)
        self.operations[self.position :] = [operation]
        self.position += 1
        return operation

    def amend(self, operation: OperationT) -> None:
        """Replace the last operation that holds by one that includes it, so that one undo takes both back. Nothing is applied."""
        self.operations[self.position - 1] = operation

    def undo(self) -> OperationT | None:
        """Apply and return the inverse of the last operation that holds; None where none does."""
        last = self.next_undo
        if last is None:
            return None
        inverse = last.inverse()
        self._apply(inverse)
        self.position -= 1
        return inverse

    def redo(self) -> OperationT | None:
        """Apply and return the operation that was undone last; None where none was."""
        operation = self.next_redo
        if operation is not None:
            self._apply(operation)
            self.position += 1
        return operation


def inverted(changes: Sequence[ChangeT]) -> tuple[ChangeT, ...]:
    """Return the changes that undo these, the last one first."""
    return tuple(replace(change, before=change.after, after=change.before) for change in reversed(changes))


def timestamp() -> str:
    """Return the time now, in UTC (ISO 8601, seconds)."""
    return utc_timestamp(zulu=True)


def _do_nothing(_operation: object) -> None:
    """For histories whose operations take effect elsewhere."""
