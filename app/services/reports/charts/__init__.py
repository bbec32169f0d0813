"""The charts of a report: numbers first, one drawing of them, and its outputs as SVG and PNG."""

from app.services.reports.charts.drawing import Drawing
from app.services.reports.charts.numbers import Chart, ChartKind, charts
from app.services.reports.charts.plotting import drawn
from app.services.reports.charts.raster import png
from app.services.reports.charts.svg import svg

__all__ = ["Chart", "ChartKind", "Drawing", "charts", "drawn", "png", "svg"]
