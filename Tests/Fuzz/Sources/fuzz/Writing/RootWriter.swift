/// A type that writes the code for a root.
struct RootWriter {
  /// The declarations at file scope.
  private(set) var declarations: [String] = []
  /// The statements that make the root own the object in the variable `node`.
  private(set) var plant: [String] = []
  /// The statements that remove the root.
  private(set) var drop: [String] = []

  /// - Parameters:
  ///   - name: The prefix of the names of the root's declarations.
  ///   - node: The name of the variable that contains the object.
  ///   - type: The class of the object.
  init(
    _ root: GroupInstance.Root, name: String, node: String, type: String,
    _ shapes: inout ShapeWriter
  ) {
    let handOff = [
      "let handOff = Box<AnyObject?>(\(node))", "let ready = DispatchSemaphore(value: 0)",
    ]
    let take = "let kept = handOff.value; handOff.value = nil"
    switch root.kind {
    case .local: break
    case .global:
      let shape = root.shape ?? .leaf(Leaf(kind: .anyObject, classIndex: 0))
      declare("var \(name): (\(shapes.type(shape)))? = nil")
      var targets = ShapeWriter.Targets(Array(repeating: node, count: shape.leaves.count))
      let value = shapes.value(shape, &targets)
      plant = shapes.takeLines() + ["\(name) = \(value)"]
      drop = ["\(name) = nil"]
    case .staticLet:
      declarations = [
        "enum \(name) {", "  nonisolated(unsafe) static var pending: \(type)? = nil",
        "  nonisolated(unsafe) static let root: \(type) = {",
        "    defer { pending = nil }", "    return pending!", "  }()", "}",
      ]
      plant = ["\(name).pending = \(node)", "touch(\(name).root)"]
    case .cMemory:
      declare("var \(name): UnsafeMutableRawPointer? = nil")
      plant = ["\(name) = calloc(8, 8)", Self.store(node, in: "\(name)!")]
      drop = [Self.release("\(name)!"), "free(\(name))", "\(name) = nil"]
    case .cMemoryInCMemory:
      declare("var \(name): UnsafeMutablePointer<UnsafeMutableRawPointer>? = nil")
      plant = [
        "let outer = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 1)",
        "outer.initialize(to: calloc(8, 8)!)", Self.store(node, in: "outer.pointee"),
        "\(name) = outer",
      ]
      drop = [
        Self.release("\(name)!.pointee"), "free(\(name)!.pointee)", "\(name)!.deallocate()",
        "\(name) = nil",
      ]
    case .typedBuffer:
      declare("var \(name): UnsafeMutableBufferPointer<\(type)>? = nil")
      plant = [
        "\(name) = .allocate(capacity: 3)", "\(name)!.initialize(repeating: \(node))",
      ]
      drop = ["\(name)!.deinitialize().deallocate()", "\(name) = nil"]
    case .threadLocal:
      declare("var \(name) = pthread_key_t()")
      plant = [
        "pthread_key_create(&\(name), nil)",
        "pthread_setspecific(\(name), Unmanaged.passRetained(\(node) as AnyObject).toOpaque())",
      ]
      drop = [
        "Unmanaged<AnyObject>.fromOpaque(pthread_getspecific(\(name))!).release()",
        "pthread_setspecific(\(name), nil)",
      ]
    case .threadDictionary:
      plant = ["Thread.current.threadDictionary[\"\(name)\"] = \(node)"]
      drop = ["Thread.current.threadDictionary.removeObject(forKey: \"\(name)\")"]
    case .blockedThread, .blockedQueue:
      declare("let \(name) = DispatchSemaphore(value: 0)")
      let body = "\(take); ready.signal(); \(name).wait(); withExtendedLifetime(kept) {}"
      plant =
        handOff
        + (root.kind == .blockedThread
          ? ["Thread { \(body) }.start()"]
          : ["DispatchQueue(label: \"\(name)\").async { \(body) }"]) + [
          "ready.wait()", "usleep(2_000)",
        ]
      drop = ["\(name).signal()"]
    case .suspendedTask:
      declare("var \(name): CheckedContinuation<Void, Never>? = nil")
      plant =
        handOff + [
          "Task.detached {", "  \(take)",
          "  await withCheckedContinuation { \(name) = $0; ready.signal() }", "  touch(kept)", "}",
          "ready.wait()", "usleep(2_000)",
        ]
      drop = ["\(name)?.resume()", "\(name) = nil"]
    case .sleepingTask:
      declare("var \(name): Task<Void, Never>? = nil")
      plant =
        handOff + [
          "\(name) = Task.detached {", "  \(take)", "  ready.signal()",
          "  try? await Task.sleep(for: .seconds(1_000))", "  touch(kept)", "}",
          "ready.wait()", "usleep(2_000)",
        ]
      drop = ["\(name)?.cancel()", "\(name) = nil"]
    case .timerSource:
      declare("var \(name): (any DispatchSourceTimer)? = nil")
      plant = [
        "\(name) = DispatchSource.makeTimerSource()", "\(name)!.schedule(deadline: .now() + 1_000)",
        "\(name)!.setEventHandler { touch(\(node)) }", "\(name)!.resume()",
      ]
      drop = ["\(name)?.setEventHandler(handler: nil)", "\(name)?.cancel()", "\(name) = nil"]
    case .delayedBlock:
      plant = ["DispatchQueue.global().asyncAfter(deadline: .now() + 1_000) { touch(\(node)) }"]
    case .scheduledTimer:
      declare("var \(name): Timer? = nil")
      plant = [
        "\(name) = Timer(timeInterval: 1_000, repeats: true) { _ in touch(\(node)) }",
        "RunLoop.main.add(\(name)!, forMode: .default)",
      ]
      drop = ["\(name)?.invalidate()", "\(name) = nil"]
    case .notificationCenter:
      declare("var \(name): (any NSObjectProtocol)? = nil")
      plant = [
        "\(name) = NotificationCenter.default.addObserver(",
        "  forName: Notification.Name(\"\(name)\"), object: nil, queue: nil",
        ") { _ in touch(\(node)) }",
      ]
      drop = ["NotificationCenter.default.removeObserver(\(name)!)", "\(name) = nil"]
    }
  }

  private mutating func declare(_ text: String) {
    declarations = ["nonisolated(unsafe) \(text)"]
  }

  private static func store(_ node: String, in memory: String) -> String {
    "\(memory).storeBytes(of: Unmanaged.passRetained(\(node) as AnyObject).toOpaque(), "
      + "toByteOffset: 24, as: UnsafeMutableRawPointer.self)"
  }

  private static func release(_ memory: String) -> String {
    "Unmanaged<AnyObject>.fromOpaque(\(memory).load(fromByteOffset: 24, "
      + "as: UnsafeMutableRawPointer.self)).release()"
  }
}
