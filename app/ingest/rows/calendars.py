"""Conversion of Persian, Islamic, Buddhist, Japanese and Taiwanese dates to Gregorian ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from enum import StrEnum
from types import MappingProxyType


class Calendar(StrEnum):
    """A calendar used in the dates of fact-checks."""

    GREGORIAN = "gregorian"
    PERSIAN = "persian"
    HIJRI = "hijri"
    BUDDHIST = "buddhist"
    MINGUO = "minguo"


# Names in Iran, in Latin letters, and in Afghanistan.
PERSIAN_MONTHS = (
    "فروردین,farvardin,حمل", "اردیبهشت,ordibehesht,ثور", "خرداد,khordad,جوزا", "تیر,tir,سرطان", "مرداد,mordad,امرداد,اسد",
    "شهریور,shahrivar,سنبله", "مهر,mehr,میزان", "آبان,aban,عقرب", "آذر,azar,قوس", "دی,dey,جدی", "بهمن,bahman,دلو", "اسفند,esfand,حوت",
)  # fmt: skip
HIJRI_MONTHS = (
    "محرم,المحرم,muharram", "صفر,safar", "ربيع الأول,ربيع أول,rabi al awwal,rabi i", "ربيع الآخر,ربيع الثاني,rabi al thani,rabi ii",
    "جمادى الأولى,جمادى الأول,jumada al ula,jumada i", "جمادى الآخرة,جمادى الثانية,jumada al akhirah,jumada ii", "رجب,rajab",
    "شعبان,shaaban,shaban", "رمضان,ramadan,ramazan", "شوال,shawwal", "ذو القعدة,ذي القعدة,dhu al qadah", "ذو الحجة,ذي الحجة,dhu al hijjah",
)  # fmt: skip
# Era marks next to a year, as folded words.
ERAS: Mapping[str, Calendar] = MappingProxyType(
    {
        **dict.fromkeys(("م", "ميلادي", "ميلاديه", "ميلادية", "ad", "ce", "ค ศ", "西元", "公元", "서기"), Calendar.GREGORIAN),
        **dict.fromkeys(("ه", "ھ", "هجري", "هجريه", "هجرية", "ah", "hijri", "ه ق"), Calendar.HIJRI),
        **dict.fromkeys(("ش", "ه ش", "شمسی", "شمسي", "خورشیدی", "هجری شمسی", "jalali", "sh"), Calendar.PERSIAN),
        **dict.fromkeys(("พ ศ", "be", "b e", "พุทธศกราช", "พุทธศักราช"), Calendar.BUDDHIST),
        **dict.fromkeys(("民國", "民国", "中華民國"), Calendar.MINGUO),
    }
)
# The year before the first of each era.
JAPANESE_ERAS: Mapping[str, int] = MappingProxyType({"令和": 2018, "平成": 1988, "昭和": 1925, "r": 2018, "h": 1988, "s": 1925})
# Calendars with Gregorian months and days, and their lead over our years.
YEARS_AHEAD = {Calendar.BUDDHIST: 543, Calendar.MINGUO: -1911}
# The leap rule below is exact only in these years; the epoch is the first day of the first one.
_PERSIAN_YEARS, _PERSIAN_EPOCH = range(1244, 1500), date(1865, 3, 21)
# hijridate's tables cover these years.
_HIJRI_YEARS = range(1343, 1501)


def gregorian(calendar: Calendar, year: int, month: int, day: int) -> date | None:
    """Convert a date to the Gregorian calendar; None for years beyond the supported range. Raises ValueError for a day that does
    not exist."""
    return _CONVERTERS[calendar](year, month, day)


def _with_year_offset(offset: int) -> Callable[[int, int, int], date | None]:
    return lambda year, month, day: date(year - offset, month, day) if 0 < year - offset < 10_000 else None


def is_persian_leap_year(year: int) -> bool:
    """Return True if Esfand has 30 days; exact from 1244 to 1499 (1865 to 2120)."""
    return (25 * year + 11) % 33 < 8


def _persian(year: int, month: int, day: int) -> date | None:
    if year not in _PERSIAN_YEARS:
        return None
    longest = 31 if month <= 6 else 30 if month < 12 or is_persian_leap_year(year) else 29
    if not (1 <= month <= 12 and 1 <= day <= longest):
        raise ValueError(f"{year}-{month}-{day} is not in the Persian calendar")
    years = range(_PERSIAN_YEARS.start, year)
    days = 365 * len(years) + sum(map(is_persian_leap_year, years)) + 31 * min(month - 1, 6) + 30 * max(month - 7, 0) + day - 1
    return _PERSIAN_EPOCH + timedelta(days=days)


def _hijri(year: int, month: int, day: int) -> date | None:
    """Convert by the calendar of Umm al-Qura, which Saudi Arabia and most newsrooms use; None if hijridate is not installed."""
    try:
        # An optional package: without it, Islamic dates are left out.
        from hijridate import Hijri
    except ModuleNotFoundError:
        return None
    if year not in _HIJRI_YEARS:
        return None
    converted = Hijri(year, month, day).to_gregorian()
    return date(converted.year, converted.month, converted.day)


_CONVERTERS: Mapping[Calendar, Callable[[int, int, int], date | None]] = MappingProxyType(
    {
        Calendar.GREGORIAN: _with_year_offset(0),
        Calendar.PERSIAN: _persian,
        Calendar.HIJRI: _hijri,
        Calendar.BUDDHIST: _with_year_offset(YEARS_AHEAD[Calendar.BUDDHIST]),
        Calendar.MINGUO: _with_year_offset(YEARS_AHEAD[Calendar.MINGUO]),
    }
)
