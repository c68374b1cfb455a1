import TestSupport
import Testing

/// Tests that words in freed memory do not count as references, and that memory is no longer part
/// of the heap after the system has reused it for another purpose.
@Suite(.runsPrograms) struct StaleMemoryTests {
  @Test(arguments: [
    "posix_memalign(&Kept.memory, 16, 48)",
    "Kept.memory = aligned_alloc(16, 48)",
    "let (small, next) = (malloc(16), malloc(16)); Kept.memory = realloc(small, 1900); free(next)",
    "Kept.memory = UnsafeMutableRawPointer(UnsafeMutablePointer<sem_t>.allocate(capacity: 1))",
  ])
  func staleWordsInANewBlockKeepNoObjectAlive(getting: String) throws {
    let source = """
      import Foundation
      final class Model {}
      enum Kept { nonisolated(unsafe) static var memory: UnsafeMutableRawPointer? }
      @inline(never) func run() {
        let object = Unmanaged.passRetained(Model()).toOpaque()
        for size in stride(from: 32, to: 2048, by: 16) {
          guard let block = malloc(size) else { return }
          for offset in stride(from: 0, to: size, by: 8) {
            block.storeBytes(of: object, toByteOffset: offset, as: UnsafeMutableRawPointer.self)
          }
          free(block)
        }
        \(getting)
      }
      run()
      """
    try withCompiledProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 1)
      #expect(result.errors.contains("1 finding about over-retained"), "\(result.errors)")
    }
  }

  /// Source that fills thousands of blocks of all sizes with the address of `Lost`. It resizes,
  /// frees and reallocates the blocks, so that the allocator also joins neighboring blocks. It then
  /// clears the remaining blocks, so that no memory in use refers to `Lost`. Mapped memory refers
  /// to `Held`.
  private static let churn = """
    import Foundation
    final class Lost {}
    final class Held {}
    struct Generator {
      var state: UInt64
      mutating func next(_ bound: Int) -> Int {
        state = state &* 6364136223846793005 &+ 1442695040888963407
        return Int((state >> 33) % UInt64(bound))
      }
    }
    struct Block { var start: UnsafeMutableRawPointer; var size: Int }
    enum Kept {
      nonisolated(unsafe) static var blocks: [Block] = []
      nonisolated(unsafe) static var mapped: UnsafeMutableRawPointer?
    }
    func fill(_ block: Block, _ word: UnsafeMutableRawPointer?) {
      for offset in stride(from: 0, to: block.size - 7, by: 8) {
        block.start.storeBytes(of: word, toByteOffset: offset, as: UnsafeMutableRawPointer?.self)
      }
    }
    @inline(never) func run(_ seed: UInt64) {
      var random = Generator(state: seed)
      let lost = Unmanaged.passRetained(Lost()).toOpaque()
      let held = Unmanaged.passRetained(Held()).toOpaque()
      var live: [Block] = []
      for _ in 0..<3000 {
        let size = random.next([64, 2000, 20000, 300000][random.next(4)]) + 8
        switch random.next(8) {
        case 0...2: live.append(Block(start: malloc(size)!, size: size))
        case 3:
          var start: UnsafeMutableRawPointer?
          posix_memalign(&start, 1 << (4 + random.next(9)), size)
          live.append(Block(start: start!, size: size))
        case 4 where !live.isEmpty:
          let old = live.remove(at: random.next(live.count))
          live.append(Block(start: realloc(old.start, size)!, size: size))
        default:
          if !live.isEmpty { free(live.remove(at: random.next(live.count)).start) }
          continue
        }
        if let last = live.last { fill(last, lost) }
      }
      for block in live { fill(block, nil) }
      Kept.blocks = live
      let length = (random.next(100) + 1) * 4096
      let mapped = mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
      mapped.storeBytes(
        of: held, toByteOffset: random.next(length / 8) * 8, as: UnsafeMutableRawPointer.self)
      Kept.mapped = mapped
    }
    let seed = UInt64(CommandLine.arguments[1])!
    if CommandLine.arguments[2] == "main" {
      run(seed)
    } else {
      let isDone = DispatchSemaphore(value: 0)
      Thread { run(seed); isDone.signal(); sleep(1000) }.start()
      isDone.wait()
    }
    """

  @Test(arguments: [["-Onone", "-g"], ["-O", "-g"]])
  func staleWordsInAReusedHeapKeepNoObjectAlive(options: [String]) throws {
    try withCompiledProgram(Self.churn, options: options) { path in
      for seed in 1...4 {
        for thread in ["main", "other"] {
          let result = try Tool.run(["exec", "--", path, "\(seed)", thread])
          #expect(
            result.errors.contains("1 finding about over-retained"),
            "\(seed) \(thread) \(result.errors)")
          #expect(
            result.errors.contains("Lost (1 retain without a known reference)"),
            "\(seed) \(thread)")
          #expect(!result.errors.contains("Held"), "\(seed) \(thread) \(result.errors)")
        }
      }
    }
  }

  @Test(arguments: [64, 4096, 500_000])
  func memoryMappedAtTheAddressOfALargeFreedBlockIsSearched(offset: Int) throws {
    let source = """
      import Foundation
      final class Held { var number = 1 }
      enum Kept { nonisolated(unsafe) static var mapped: UnsafeMutableRawPointer? }
      @inline(never) func freeLargeBlock() -> UInt {
        let block = malloc(1 << 20)!
        memset(block, 1, 1 << 20)
        free(block)
        return UInt(bitPattern: block)
      }
      @inline(never) func run(_ freed: UInt) {
        let held = Unmanaged.passRetained(Held()).toOpaque()
        let mapped = mmap(
          nil, 1 << 20 + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
        guard UInt(bitPattern: mapped) &+ 16 == freed else { return print("elsewhere") }
        mapped.storeBytes(of: held, toByteOffset: \(offset), as: UnsafeMutableRawPointer.self)
        Kept.mapped = mapped
      }
      run(freeLargeBlock())
      """
    try withCompiledProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(!result.output.contains("elsewhere"))
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  /// A live object refers without ownership to an object that was freed. The memory of the freed
  /// object is now part of a leak.
  @Test(
    arguments: [
      "unowned(unsafe) var old: Old", "var old: Unmanaged<Old>", "var old: [Unmanaged<Old>]",
      "var old: () -> Void",
    ], ["-Onone", "-O"])
  func aReferenceToAFreedObjectHidesNoLeak(property: String, optimization: String) throws {
    let value =
      property.contains("(unsafe)")
      ? "old"
      : property.contains("()")
        ? "{ [unowned(unsafe) old] in look(old) }"
        : property.contains("[") ? "[.passUnretained(old)]" : ".passUnretained(old)"
    let source = """
      final class Old {
        var words = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)
      }
      final class Live {
        \(property)
        init(_ old: Old) { self.old = \(value) }
      }
      final class Leak {
        var contents: UnsafeMutablePointer<Leak?>?
        deinit { contents?.deinitialize(count: 19).deallocate() }
      }
      @inline(never) func look(_ object: AnyObject) {}
      nonisolated(unsafe) var live: Live?
      nonisolated(unsafe) var freed: UInt = 0
      @inline(never) func start() {
        let old = Old()
        live = Live(old)
        freed = UInt(bitPattern: Unmanaged.passUnretained(old).toOpaque())
        freed = ~freed
      }
      @inline(never) func leak() -> Bool {
        let leak = Leak()
        let contents = UnsafeMutablePointer<Leak?>.allocate(capacity: 19)
        contents.initialize(repeating: nil, count: 19)
        contents[0] = leak
        leak.contents = contents
        look(leak)
        return UInt(bitPattern: contents) == ~freed
      }
      start()
      print(leak() ? "reused" : "elsewhere")
      """
    try withCompiledProgram(source, options: [optimization]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.output == "reused\n")
      #expect(result.status == 1)
      #expect(result.errors.contains("1 leaked cycle"), "\(result.errors)")
    }
  }

  /// An unowned reference keeps the memory of a freed object, which still contains the words of a
  /// closure. An object that was created later has the address of the object that the closure
  /// captured.
  @Test(arguments: ["-Onone", "-O"])
  func aClosureOfAFreedObjectRetainsNothing(optimization: String) throws {
    let source = """
      import Foundation
      final class Held: @unchecked Sendable { var items = (1, 2, 3) }
      final class Owner { var handler: (() -> Void)? }
      final class Visitor { unowned let owner: Owner; init(_ owner: Owner) { self.owner = owner } }
      nonisolated(unsafe) var visitor: Visitor?
      @inline(never) func visit() -> UnsafeMutableRawPointer {
        let (owner, held) = (Owner(), Held())
        owner.handler = { held.items.0 += 1 }
        visitor = Visitor(owner)
        return Unmanaged.passUnretained(held).toOpaque()
      }
      @inline(never) func observe(_ old: UnsafeMutableRawPointer) {
        var others: [Held] = []
        var held = Held()
        while Unmanaged.passUnretained(held).toOpaque() != old, others.count < 100 {
          others.append(held)
          held = Held()
        }
        print("reused:", Unmanaged.passUnretained(held).toOpaque() == old)
        _ = NotificationCenter.default.addObserver(
          forName: Notification.Name("x"), object: nil, queue: nil
        ) { [held] _ in held.items.1 += 1 }
      }
      observe(visit())
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.output.contains("reused: true"))
      #expect(result.errors.contains("closure #1 in observe(_:)"), "\(result.errors)")
      #expect(!result.errors.contains("visit()"), "\(result.errors)")
    }
  }

  /// A stack contains the address of a freed object. An unowned reference keeps the memory of this
  /// object, which contains the address of a leaked object. If the program exits in the
  /// deinitializer instead, the object is not freed and still owns its references.
  @Test(arguments: ["-Onone", "-O"], [true, false])
  func aFreedObjectOnAStackHidesNoLeak(optimization: String, hasEnded: Bool) throws {
    let source = """
      import Foundation
      final class Lost { var number = 1 }
      final class Cell {
        var retained: Unmanaged<Lost>?
        deinit { \(hasEnded ? "" : "exit(0)") }
      }
      final class Visitor { unowned let cell: Cell; init(_ cell: Cell) { self.cell = cell } }
      nonisolated(unsafe) var visitor: Visitor?
      @inline(never) @_optimize(none) func use(_ word: UnsafeMutableRawPointer) {}
      @inline(never) func visit() -> UnsafeMutableRawPointer {
        let cell = Cell()
        cell.retained = .passRetained(Lost())
        visitor = Visitor(cell)
        return Unmanaged.passUnretained(cell).toOpaque()
      }
      @inline(never) @_optimize(none) func run() {
        let word = visit()
        use(word)
        exit(0)
      }
      run()
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == (hasEnded ? 1 : 0), "\(result.errors)")
      #expect(
        result.errors.contains("1 finding about over-retained") == hasEnded, "\(result.errors)")
    }
  }
}
