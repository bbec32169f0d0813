"""The charts of a report: their numbers, and their drawings as pictures."""

from app.services.reports.charts.numbers import charts
from app.services.reports.charts.pictures import drawn, picture_page, png

__all__ = ["charts", "drawn", "picture_page", "png"]
