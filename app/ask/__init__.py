"""Ask: a topic question in, the distinct answers that people give out."""
