/// The generic arguments of one closure context, read from the context itself.
///
/// Most arguments are bindings, which are words before the captures. Others are read from the class
/// of a captured object, or from a captured metatype. ``CaptureDescriptor`` identifies such a
/// capture by its index among the parameters of the closure's function. The captures are the last
/// of these parameters, but the number of parameters before them is not recorded. Therefore each
/// possible number is tried. A number is accepted only if the resulting arguments are consistent:
/// the type of each such capture must match the class of its object, or the captured metatype.
struct CaptureEnvironment {
  private let object: Address
  private let captures: CaptureDescriptor
  private let sources: [MetadataSource]
  private let check: MetadataCheck
  private(set) var arguments: [GenericParameter: GenericArgument] = [:]

  init(of object: Address, _ captures: CaptureDescriptor, _ check: MetadataCheck) {
    self.object = object
    self.captures = captures
    self.check = check
    sources = captures.sources
    for source in sources {
      guard case .binding(let index) = source.root else { continue }
      let address = object + captures.firstBinding + 8 * index
      arguments[source.parameter] = Self.argument(at: address, source)
    }
    readCapturedClasses()
  }

  private mutating func readCapturedClasses() {
    guard let fewest = sources.compactMap(\.parameterIndex).min() else { return }
    var found: [Reading] = []
    for before in 0...fewest {
      if let reading = reading(parametersBefore: before) { found.append(reading) }
    }
    let largest = found.map(\.followed).max()
    let best = Set(found.filter { $0.followed == largest }.map(\.arguments))
    // The best readings are those that follow the most sources. If they differ, none is used.
    if best.count == 1, let only = best.first { arguments = only }
  }

  /// The generic arguments that result if a given number of parameters precede the captures.
  private struct Reading {
    var arguments: [GenericParameter: GenericArgument]
    /// The number of sources from which an argument could be read.
    var followed = 0
  }

  private func reading(parametersBefore before: Int) -> Reading? {
    var reading = Reading(arguments: arguments)
    var remaining = sources.filter { $0.parameterIndex != nil }
    var classes: [CapturedType] = []
    var count: Int
    repeat {
      // The position of a capture may depend on an argument that another capture provides.
      count = remaining.count
      let environment = GenericEnvironment(reading.arguments)
      remaining.removeAll { source in
        guard let index = source.parameterIndex,
          let captured = type(of: index - before, source.root, environment),
          let argument = Self.argument(source, in: captured.type)
        else { return false }
        reading.arguments[source.parameter] = argument
        reading.followed += 1
        classes.append(captured)
        return true
      }
    } while remaining.count < count
    let environment = GenericEnvironment(reading.arguments)
    let isConsistent = classes.allSatisfy { captured in
      guard captures.offset(of: captured.index, in: environment) == captured.offset else {
        return false
      }
      guard let expected = captured.name.type(in: environment) else { return true }
      return expected == captured.type
    }
    return isConsistent && reading.followed > 0 ? reading : nil
  }

  /// A captured instance or metatype, and its type.
  private struct CapturedType {
    var index: Int
    var offset: Int
    var name: MangledName
    var type: Metadata
  }

  /// The maximum number of words that are tried for a capture at an unknown position.
  private static let maxTried = 16

  /// Finds the class of a captured object, or the type of a captured metatype. If the declared type
  /// of the capture is a superclass of that class, the result contains the superclass.
  ///
  /// The position of the capture may depend on the generic argument that the caller reads from the
  /// result. For example, the capture may follow a struct that contains a value of the argument's
  /// type. In that case, this function uses the first word that refers to an object of the
  /// capture's class. The caller then computes the capture's position from the arguments, and
  /// rejects the result if the position differs.
  private func type(
    of index: Int, _ root: MetadataSource.Root, _ environment: GenericEnvironment
  ) -> CapturedType? {
    guard index >= 0, index < captures.captureCount, let name = captures.capture(index) else {
      return nil
    }
    if let offset = captures.offset(of: index, in: environment) {
      return type(of: index, name, at: offset, root)
    }
    let first = (captures.firstCapture + 7) & ~7
    for offset in stride(from: first, to: first + 8 * Self.maxTried, by: 8)
    where (object + offset).isReadable {
      if let found = type(of: index, name, at: offset, root) { return found }
    }
    return nil
  }

  private func type(
    of index: Int, _ name: MangledName, at offset: Int, _ root: MetadataSource.Root
  ) -> CapturedType? {
    let word = (object + offset).address()
    switch root {
    case .binding:
      return nil
    case .object:
      guard word.isReadable, let type = type(of: word.address(), as: name) else { return nil }
      return CapturedType(index: index, offset: offset, name: name, type: type)
    case .metatype:
      guard let instance = name.instanceOfMetatype, let type = type(of: word, as: instance)
      else { return nil }
      return CapturedType(index: index, offset: offset, name: instance, type: type)
    }
  }

  /// Returns the metadata at `address` if it is that of the nominal type that `name` denotes. If it
  /// is the metadata of a subclass, returns the metadata of the class that `name` denotes.
  /// Otherwise, returns `nil`.
  ///
  /// The address may be any word.
  private func type(of address: Address, as name: MangledName) -> Metadata? {
    guard let (nominal, _) = name.nominalType, check.isType(Metadata(address)) else {
      return nil
    }
    var level: Metadata? = Metadata(address)
    while let current = level {
      if current.descriptor == nominal { return current }
      level = ClassMetadata(current)?.superclass
    }
    return nil
  }

  private static func argument(_ source: MetadataSource, in type: Metadata) -> GenericArgument? {
    guard let last = source.path.last else { return nil }
    var base = type
    for index in source.path.dropLast() {
      guard let address = argumentAddress(of: index, in: base),
        case .type(let next) = GenericArgument(at: address, .type)
      else { return nil }
      base = next
    }
    return argumentAddress(of: last, in: base).flatMap { argument(at: $0, source) }
  }

  private static func argument(at address: Address, _ source: MetadataSource) -> GenericArgument? {
    GenericArgument(at: address, source.kind)
  }

  /// Returns the address of a generic argument in a type's metadata. The index also counts witness
  /// tables and the lengths of parameter packs.
  private static func argumentAddress(of index: Int, in type: Metadata) -> Address? {
    guard let descriptor = type.descriptor, index < descriptor.keyArgumentCount else { return nil }
    let first = ClassMetadata(type)?.genericArguments ?? type.valueGenericArguments
    return first + 8 * index
  }
}
