"""The exceptions of decoding JSON or MessagePack that is damaged or malicious. Apart from its own errors, msgspec raises
UnicodeDecodeError for text that is not UTF-8, and RecursionError for values nested a thousand levels deep."""

from __future__ import annotations

from typing import Final

import msgspec

DECODING_ERRORS: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)

# The same for the standard library's json module.
JSON_ERRORS: Final = (ValueError, RecursionError)
