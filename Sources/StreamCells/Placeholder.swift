// Laid out first; the target's types follow.
