"""Charts independent of any format: their numbers, layout, and the drawing as SVG. The window paints the same drawing with Qt."""
