internal import OwnershipGraph

/// A cache of the names of types and functions.
///
/// Demangling the name of an object costs more than reading the object, and every walk needs the
/// same few hundred names.
final class LabelCache {
  /// A table of values computed on first use.
  struct Table<Key: Hashable, Value> {
    private var values: [Key: Value] = [:]

    /// Returns the value for `key`. Calls `make` to compute the value on first use.
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
  /// The deinitializers of classes. The key is the address of the class's metadata.
  var deinitializers = Table<UInt, SymbolTable.Function?>()
  /// The declarations of properties, according to reflection metadata.
  var properties = Table<StoredProperty, ObjectGraph.Reference.Declaration>()
  /// The stored properties of classes that were compiled without reflection metadata. The key is
  /// the address of the class's metadata.
  var undescribedProperties = Table<UInt, [UndescribedProperty]>()
  /// Whether classes, or their superclasses, were compiled without reflection metadata; see
  /// ``HeapWalker/isUndescribed(_:)``. The key is the address of the class's metadata.
  var undescribedClasses = Table<UInt, Bool>()
  /// For each forwarder and each part of an asynchronous function, the whole function; see
  /// ``SymbolTable/body(of:)``.
  var bodies = Table<SymbolTable.Function, SymbolTable.Function?>()
  /// For each specialized function, the closure that was specialized.
  var unspecialized = Table<SymbolTable.Function, SymbolTable.Function?>()
  /// The lines at which asynchronous functions continue.
  var suspensions = Table<SymbolTable.Function, SourceLocation?>()
  /// The names of functions that await, or of the methods whose calls were inlined into them.
  var methods = Table<SymbolTable.Function, String?>()
  /// The labels of the functions outside of the toolchain's libraries that await. The keys are the
  /// addresses at which the functions continue.
  var awaiting = Table<UInt, ObjectLabel?>()
  /// The functions in which closures are written.
  var enclosing = Table<SymbolTable.Function, SymbolTable.Function?>()
  /// Member functions of classes. The key is the class's deinitializer.
  var members = Table<SymbolTable.Function, [SymbolTable.Function]>()
  /// Whether functions return the next element of an async sequence. The keys are the addresses at
  /// which they continue.
  var iterators = Table<UInt, Bool>()
  /// Whether addresses are those of the main queue of libdispatch.
  var mainQueues = Table<UInt, Bool>()
  /// Whether functions are closures that are written in the source.
  var expressions = Table<SymbolTable.Function, Bool>()
  /// The identities of closures in the source.
  var identities = Table<SymbolTable.Function, SymbolTable.ClosureIdentity?>()
  /// For the code that the compiler generates for a method that is used as a value, whether the
  /// enclosing function or closure uses no other method as a value.
  var onlyMethods = Table<SymbolTable.Function, Bool>()
  /// The functions in which closures are written, and the specializations of these functions.
  var surroundings = Table<SymbolTable.ClosureIdentity, [SymbolTable.Function]>()
}
