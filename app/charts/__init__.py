"""Charts without any format: their numbers, where their parts stand, and the drawing as SVG. The window paints the same with Qt."""
