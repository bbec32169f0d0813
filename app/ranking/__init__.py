"""From measures to features, score, probability, reasons and the sentence verdict."""
