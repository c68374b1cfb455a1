/// Converts the elements of a sequence that has none to those of another sequence.
func unreachable<Value>(_ element: Never) -> Value {}
