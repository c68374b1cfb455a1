/// Converts the elements of a sequence without elements to those of another type.
func unreachable<Value>(_ element: Never) -> Value {}
