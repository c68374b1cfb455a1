// Laid out first.
