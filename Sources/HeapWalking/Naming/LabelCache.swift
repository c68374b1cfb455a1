/// What types and functions are called, once it was found out.
///
/// Taking a mangled name apart costs more than walking the object that has it, and the
/// same few hundred names come again in every walk.
final class LabelCache {
  /// Values that are made on the first question.
  struct Table<Key: Hashable, Value> {
    private var values: [Key: Value] = [:]

    /// Returns the value for `key`, made now if this is the first question.
    mutating func value(for key: Key, _ make: () -> Value) -> Value {
      if let known = values[key] { return known }
      let made = make()
      values[key] = made
      return made
    }
  }

  var ofFunctions = Table<UInt, ObjectLabel>()
  var ofTypes = Table<ObjectIdentifier, ObjectLabel>()
  /// The short names of a class and its superclasses.
  var ofClasses = Table<ObjectIdentifier, [String]>()
  /// By the address of a class's metadata.
  var deinitializers = Table<UInt, SymbolTable.Function?>()
  /// The functions that forwarders were made for.
  var bodies = Table<SymbolTable.Function, SymbolTable.Function?>()
  /// The functions that closures are written in.
  var enclosing = Table<SymbolTable.Function, SymbolTable.Function?>()
}
