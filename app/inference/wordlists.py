"""English word lists behind the wording features: number words, negations, function words, opposites."""

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

FUNCTION_WORDS = frozenset(
    (
        "a an the and or but if then than that this these those there here of in on at by to from for with about into over under out "
        "up down off as is are was were be been being am do does did done have has had having will would shall should can could may "
        "might must i me my we us our you your he him his she her it its they them their who whom whose which what when where why how "
        "all any both each few some such only own same so too very just also well now got get gets getting going go says said say "
        "think know want really right s t d ll m re ve let one"
    ).split()
)

_OPPOSED = (
    "increase/decrease rise/fall rose/fell up/down more/less more/fewer high/low higher/lower large/small big/small best/worst "
    "better/worse good/bad win/lose won/lost winner/loser support/oppose supports/opposes supported/opposed for/against pro/anti "
    "allow/ban allows/bans allowed/banned allow/prohibit legal/illegal true/false safe/dangerous safe/unsafe effective/ineffective "
    "before/after first/last early/late always/never all/none everyone/nobody everything/nothing most/least majority/minority "
    "accept/reject accepted/rejected approve/reject create/destroy create/eliminate add/cut raise/cut raised/cut raise/lower "
    "raised/lowered expand/shrink grow/shrink gain/loss gained/lost open/closed alive/dead hot/cold warm/cool old/young old/new "
    "rich/poor strong/weak start/end begin/end started/ended success/failure pass/fail passed/failed many/few above/below over/under "
    "inside/outside man/woman men/women boy/girl male/female father/mother husband/wife son/daughter brother/sister day/night "
    "north/south east/west left/right black/white indoors/outdoors sitting/standing asleep/awake sleeping/awake full/empty fast/slow "
    "happy/sad love/hate public/private guilty/innocent surplus/deficit prevent/cause prevents/causes reduce/increase "
    "reduces/increases cure/cause improve/worsen heavy/light hard/soft wet/dry"
).split()
OPPOSITES = frozenset(pair for left, _, right in (entry.partition("/") for entry in _OPPOSED) for pair in ((left, right), (right, left)))
"""Ordered pairs, both ways."""
OPPOSED_WORDS = frozenset(word for pair in OPPOSITES for word in pair)

FORMS_OF_ADDRESS = frozenset(
    "mr mrs ms dr sir president vice senator sen representative rep governor gov secretary minister mayor judge moderator".split()
)
"""Words before a speaker's name that name nobody."""
