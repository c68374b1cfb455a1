/// A type that writes the stored properties of generated classes, and the statements that set the
/// properties.
struct FieldWriter {
  /// Returns the declaration of a property.
  static func declaration(
    _ field: Field, name: String, isActor: Bool, _ shapes: inout ShapeWriter
  ) -> [String] {
    let type = shapes.type(field.shape)
    let optional = "(\(type))?"
    let leafClass = field.shape.leaves.first.map { shapes.className($0.classIndex) } ?? "AnyObject"
    switch field.form {
    case .variable, .lazy, .wrapped:
      let modifier =
        isActor
        ? "nonisolated(unsafe) var"
        : field.form == .lazy ? "lazy var" : field.form == .wrapped ? "@Wrapped var" : "var"
      if let initial = shapes.initialValue(field.shape) {
        return ["\(modifier) \(name): \(type) = \(initial)"]
      }
      return ["\(modifier) \(name): \(optional) = nil"]
    case .mutex: return ["let \(name) = Mutex<\(optional)>(nil)"]
    case .uncopyable: return ["var \(name) = Uncopyable<\(optional)>(value: nil)"]
    case .uncopyableEnum: return ["var \(name): UncopyableChoice<\(type)> = .none"]
    case .uncopyableOptional: return ["var \(name): Uncopyable<\(type)>? = nil"]
    case .pack: return ["var \(name): Pack<Int, \(type), String>? = nil"]
    case .workItem: return ["var \(name): DispatchWorkItem? = nil"]
    case .keyPath: return ["var \(name): AnyKeyPath? = nil"]
    case .finishedTask: return ["var \(name): Task<\(type), Never>? = nil"]
    case .managedBuffer: return ["var \(name): TailBuffer<\(type)>? = nil"]
    case .pointer: return ["var \(name): UnsafeMutablePointer<\(type)>? = nil"]
    case .cMemory: return ["var \(name): UnsafeMutableRawPointer? = nil"]
    case .streamBuffer:
      return [
        "var \(name): AsyncStream<\(type)>? = nil",
        "var \(name)Input: AsyncStream<\(type)>.Continuation? = nil",
      ]
    case .streamTermination, .streamOfOwnersTask:
      return ["var \(name): AsyncStream<Int>.Continuation? = nil"]
    case .foundationArray: return ["var \(name): NSMutableArray? = nil"]
    case .foundationDictionary: return ["var \(name): NSMutableDictionary? = nil"]
    case .atomicReference: return ["let \(name) = AtomicLazyReference<\(leafClass)>()"]
    case .weak: return ["weak var \(name): \(leafClass)? = nil"]
    case .unowned: return ["unowned var \(name): \(leafClass)? = nil"]
    case .unownedUnsafe: return ["unowned(unsafe) var \(name): \(leafClass)? = nil"]
    case .unmanaged: return ["var \(name): Unmanaged<\(leafClass)>? = nil"]
    case .continuationOfOwnersTask: return ["var \(name): CheckedContinuation<Void, Never>? = nil"]
    }
  }

  /// Returns the statements with which the owner's deinitializer cleans up a property.
  static func cleanup(_ field: Field, name: String) -> [String] {
    switch field.form {
    case .pointer: ["\(name)?.deinitialize(count: 2)", "\(name)?.deallocate()"]
    case .cMemory:
      [
        "if let word = \(name)?.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self) {"
          + " Unmanaged<AnyObject>.fromOpaque(word).release() }",
        "free(\(name))",
      ]
    default: []
    }
  }

  /// Writes the statements that set a property.
  ///
  /// - Parameters:
  ///   - owner: The name of the variable that contains the owner.
  ///   - value: The name of the constant that contains the value.
  static func assignment(
    _ field: Field, name: String, owner: String, value: String, _ shapes: inout ShapeWriter
  ) {
    let (property, type) = ("\(owner).\(name)", shapes.type(field.shape))
    switch field.form {
    case .variable, .lazy, .wrapped, .weak, .unowned, .unownedUnsafe:
      shapes.add("\(property) = \(value)")
    case .mutex: shapes.add("store(\(value), in: \(property))")
    case .uncopyable: shapes.add("\(property).value = \(value)")
    case .uncopyableEnum: shapes.add("\(property) = .pair(1, \(value))")
    case .uncopyableOptional: shapes.add("\(property) = Uncopyable(value: \(value))")
    case .pack: shapes.add("\(property) = Pack(values: (1, \(value), \"text\"))")
    case .workItem: shapes.add("\(property) = DispatchWorkItem { touch(\(value)) }")
    case .keyPath:
      shapes.add("\(property) = \\Subscripted.[key: Key<\(type)>(id: 1, value: \(value))]")
    case .managedBuffer: shapes.add("\(property) = TailBuffer<\(type)>.make([\(value), \(value)])")
    case .foundationArray:
      shapes.add("do { let list = NSMutableArray(); list.add(\(value)); \(property) = list }")
    case .foundationDictionary:
      shapes.add(
        "do { let table = NSMutableDictionary(); table[\"key\"] = \(value); \(property) = table }")
    case .atomicReference: shapes.add("_ = \(property).storeIfNil(\(value))")
    case .unmanaged: shapes.add("\(property) = .passUnretained(\(value))")
    case .pointer:
      shapes.add("do {")
      shapes.add("  let memory = UnsafeMutablePointer<\(type)>.allocate(capacity: 4)")
      shapes.add("  memset(memory, 0, 4 * MemoryLayout<\(type)>.stride)")
      shapes.add("  memory.initialize(repeating: \(value), count: 2)")
      shapes.add("  \(property) = memory\n  }")
    case .cMemory:
      shapes.add("do {")
      shapes.add("  let memory = calloc(4, 8)!")
      shapes.add(
        "  memory.storeBytes(of: Unmanaged.passRetained(\(value) as AnyObject).toOpaque(), "
          + "toByteOffset: 8, as: UnsafeMutableRawPointer.self)")
      shapes.add("  \(property) = memory\n  }")
    case .streamBuffer:
      shapes.add("(\(property), \(property)Input) = AsyncStream.makeStream(of: (\(type)).self)")
      shapes.add("\(property)Input?.yield(\(value))")
    case .streamTermination:
      shapes.add("\(property) = AsyncStream.makeStream(of: Int.self).continuation")
      shapes.add("\(property)?.onTermination = { _ in touch(\(value)) }")
    case .finishedTask, .continuationOfOwnersTask, .streamOfOwnersTask:
      assignTask(field, property, owner: owner, value: value, type: type, &shapes)
    }
  }

  private static func assignTask(
    _ field: Field, _ property: String, owner: String, value: String, type: String,
    _ shapes: inout ShapeWriter
  ) {
    shapes.add("do {")
    switch field.form {
    case .finishedTask:
      shapes.add("  let task = Task.detached { () -> \(type) in \(value) }")
      shapes.add("  wait(for: task)\n    \(property) = task")
    case .continuationOfOwnersTask:
      shapes.add("  let ready = DispatchSemaphore(value: 0)")
      shapes.add("  Task.detached {")
      shapes.add("    await withCheckedContinuation { \(property) = $0; ready.signal() }")
      shapes.add("    touch(\(value)); touch(\(owner))\n    }")
      shapes.add("  ready.wait()\n    usleep(2_000)")
    default:
      shapes.add("  let ready = DispatchSemaphore(value: 0)")
      shapes.add("  let (stream, input) = AsyncStream.makeStream(of: Int.self)")
      shapes.add("  \(property) = input")
      shapes.add("  Task.detached {")
      shapes.add("    ready.signal()\n      for await number in stream { touch(number) }")
      shapes.add("    touch(\(value)); touch(\(owner))\n    }")
      shapes.add("  ready.wait()\n    usleep(2_000)")
    }
    shapes.add("}")
  }
}
