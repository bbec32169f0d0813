"""English word lists behind the wording features: number words, negations, function words."""

from __future__ import annotations

SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "m": 1e6, "bn": 1e9, "k": 1e3}
"""What a word after a numeral multiplies it by."""

_SMALL = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
).split()
_TENS = "thirty forty fifty sixty seventy eighty ninety".split()
COUNTS = dict(zip(_SMALL, range(2, 21), strict=True)) | dict(zip(_TENS, range(30, 100, 10), strict=True)) | {"dozen": 12}
"""Number words from two on ("one" is mostly a pronoun)."""

NEGATIONS = frozenset(
    (
        "no not never none nobody nothing nowhere neither nor without cannot hardly barely scarcely false untrue incorrect wrong "
        "myth hoax fake deny denies denied denying fail fails failed refuse refuses refused lack lacks lacking absent stop stops "
        "stopped debunked"
    ).split()
)

RISING = frozenset(
    (
        "rise rises rose risen rising increase increases increased increasing double doubles doubled tripled quadrupled grow grows grew "
        "grown growing soar soars soared climb climbs climbed gain gains gained higher highest more most raise raises raised expanded"
    ).split()
)
FALLING = frozenset(
    (
        "fall falls fell fallen falling decrease decreases decreased decreasing halve halves halved shrink shrinks shrank shrunk shrinking "
        "drop drops dropped plunge plunged decline declines declined lower lowest less least fewer fewest reduce reduces reduced cut cuts"
    ).split()
)
"""Words that say which way a quantity goes or which of two is greater."""

FUNCTION_WORDS = frozenset(
    (
        "a an the and or but if then than that this these those there here of in on at by to from for with about into over under out "
        "up down off as is are was were be been being am do does did done have has had having will would shall should can could may "
        "might must i me my we us our you your he him his she her it its they them their who whom whose which what when where why how "
        "all any both each few some such only own same so too very just also well now got get gets getting going go says said say "
        "think know want really right s t d ll m re ve let one"
    ).split()
)

FORMS_OF_ADDRESS = frozenset(
    "mr mrs ms dr sir president vice senator sen representative rep governor gov secretary minister mayor judge moderator".split()
)
"""Words before a speaker's name that name nobody."""
