"""Small widgets that several places use; they know the theme and nothing of documents or libraries."""
