"""Charts as widgets: painted with Qt from the numbers and places of `app.charts`."""
