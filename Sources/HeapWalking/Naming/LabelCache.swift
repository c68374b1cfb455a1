internal import OwnershipGraph

/// A cache of the names of types and functions.
///
/// Demangling a name costs more than walking its object, and every walk reads the same few hundred
/// names.
final class LabelCache {
  /// A table of values computed on first use.
  struct Table<Key: Hashable, Value> {
    private var values: [Key: Value] = [:]

    /// Returns the value for `key`, which is computed on first use.
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
  /// The deinitializers of classes, by the address of the metadata.
  var deinitializers = Table<UInt, SymbolTable.Function?>()
  /// The declarations of properties as far as reflection metadata describes them.
  var properties = Table<StoredProperty, ObjectGraph.Reference.Declaration>()
  /// The functions that forwarders call.
  var bodies = Table<SymbolTable.Function, SymbolTable.Function?>()
  /// The lines at which asynchronous functions continue.
  var suspensions = Table<SymbolTable.Function, SourceLocation?>()
  /// The functions that contain closures in the source.
  var enclosing = Table<SymbolTable.Function, SymbolTable.Function?>()
}
