/// A description of how to read an object's key. Together with the object's metadata, the key
/// determines the plan for reading the object. Objects with the same metadata may need different
/// plans.
///
/// For an error, the key is the error's type. For a block, the key is the block's code. For a
/// closure's context, the key consists of the words from which the generic arguments are read: the
/// bindings (see ``CaptureDescriptor``), captured metatypes, and the classes of captured objects.
enum BindingKey {
  /// The key consists of words that are read from the object. `words` contains the offsets of these
  /// words. `objects` contains the offsets of references. For each reference, the key contains the
  /// first word of the referenced object.
  case offsets(words: [Int], objects: [Int])
  /// The key consists of the generic arguments, because the positions of the captures depend on
  /// them.
  case arguments(CaptureDescriptor)

  init(_ metadata: Metadata) {
    if metadata.kind == .errorBox || metadata.address == BlockClass.malloc {
      self = .offsets(words: [16], objects: [])
    } else if let captures = CaptureDescriptor(metadata) {
      self.init(captures)
    } else {
      self = .offsets(words: [], objects: [])
    }
  }

  private init(_ captures: CaptureDescriptor) {
    var words = (0..<captures.bindingCount).map { captures.firstBinding + 8 * $0 }
    var objects: [Int] = []
    guard captures.sources.contains(where: { $0.parameterIndex != nil }) else {
      self = .offsets(words: words, objects: objects)
      return
    }
    for index in 0..<captures.captureCount {
      guard let name = captures.capture(index) else { continue }
      let isMetatype = name.instanceOfMetatype?.nominalType != nil
      guard isMetatype || name.nominalType?.0.isClass == true else { continue }
      guard let offset = captures.offset(of: index, in: .empty) else {
        self = .arguments(captures)
        return
      }
      if isMetatype { words.append(offset) } else { objects.append(offset) }
    }
    self = .offsets(words: words, objects: objects)
  }

  func words(of object: Address, _ check: MetadataCheck) -> [UInt] {
    switch self {
    case .offsets(let words, let objects):
      return words.map { object.word($0) } + objects.map { Self.firstWord(at: object.address($0)) }
    case .arguments(let captures):
      let arguments = CaptureEnvironment(of: object, captures, check).arguments
      let ordered = arguments.sorted { ($0.key.depth, $0.key.index) < ($1.key.depth, $1.key.index) }
      return ordered.flatMap { [UInt($0.key.depth), UInt($0.key.index), $0.value.word] }
    }
  }

  private static func firstWord(at reference: Address) -> UInt {
    reference.isReadable ? reference.word() : 0
  }
}
