"""Read an exported WhatsApp chat: each message is a turn, notices of the program are left out."""

from __future__ import annotations

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft, Span
from app.ingest.rows.chats import messages, words_of

_CHECK_EVERY = 256


def read_chat(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of the chat's text (cleaned before), unchanged."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    draft = Draft(text=text, format="chat", spans=[], line_starts=starts[:-1])
    for number, message in enumerate(messages(enumerate(lines, start=1))):
        if number % _CHECK_EVERY == 0:
            cancel.check()
        words = words_of(message)
        # `words_of` removed something from the middle of the message, so only its whole text can be located.
        if words and words not in message.text:
            words = message.text
        start = starts[message.line - 1] + message.start + message.text.find(words)
        # Each line of a message is a span, so that no sentence runs over a line break.
        for line in words.split("\n") if words else ():
            if line.strip():
                draft.spans.append(Span(start=start, end=start + len(line), speaker=message.author))
            start += len(line) + 1
    return draft
