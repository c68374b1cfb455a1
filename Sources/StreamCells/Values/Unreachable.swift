/// Converts an element of a sequence that has no elements to another type. It is never called.
func unreachable<Value>(_ element: Never) -> Value {}
