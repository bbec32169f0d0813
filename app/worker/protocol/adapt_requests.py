"""What a client asks when the encoder is to be adapted to a library."""

from __future__ import annotations

from app.domain.adapting import AdaptOptions
from app.worker.protocol.requests import Request


class EstimateAdapting(Request, frozen=True, kw_only=True):
    """How much there is to learn from and how long it would take. Result: AdaptEstimate."""

    library: str
    options: AdaptOptions


class AdaptLibrary(Request, frozen=True, kw_only=True):
    """Train the encoder in use further on this library, and measure it; nothing is changed for the user. Result: Adapted."""

    library: str
    options: AdaptOptions


class UseAdapted(Request, frozen=True, kw_only=True):
    """Take the adapted encoder in `folder` into use and build the library's index anew; "" goes back to the encoder that the one in use
    was adapted from. The worker goes on with what it has loaded. Result: ModelChosen."""

    library: str
    folder: str = ""


class DiscardAdapted(Request, frozen=True, kw_only=True):
    """Delete the folder of an adapted encoder that is not in use. Result: ModelChosen, with what is in use."""

    folder: str
