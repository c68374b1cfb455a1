/// Converts the elements of a sequence to another type. The sequence has no elements, so this
/// function is never called.
func unreachable<Value>(_ element: Never) -> Value {}
