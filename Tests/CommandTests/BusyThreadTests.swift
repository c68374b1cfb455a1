import TestSupport
import Testing

/// Tests that objects which a thread uses when the program ends are not reported as leaked. In
/// optimized code, only the references between these objects retain them.
@Suite(.runsPrograms) struct BusyThreadTests {
  private static let source = """
    import Foundation
    final class Session {
      var parser: Parser?
      var count = 0
    }
    final class Parser {
      let session: Session
      var hash = 0
      init(_ session: Session) { self.session = session }
      @inline(never) func parse(_ bytes: Int) {
        for byte in 0..<bytes { hash = (hash &* 31) ^ byte }
        session.count += hash & 3
      }
    }
    final class Lost {
      var next: Lost?
    }
    @inline(never) @_optimize(none) func link(_ lost: Lost, _ next: Lost) { lost.next = next }
    @inline(never) func handle(_ bytes: Int) -> Int {
      let session = Session()
      let parser = Parser(session)
      session.parser = parser
      parser.parse(bytes)
      defer { session.parser = nil }
      return session.count
    }
    @inline(never) func lose() {
      let lost = Lost()
      link(lost, lost)
    }
    let kind = CommandLine.arguments.dropFirst().first
    if kind == "lose" { lose() }
    if kind == "end" {
      // The signal ends the program, which has one thread, while this thread uses the objects.
      var child = pid_t()
      let command = "sleep 0.2; kill -TERM $PPID"
      var words = [strdup("sh"), strdup("-c"), strdup(command), nil]
      posix_spawn(&child, "/bin/sh", nil, nil, &words, nil)
      print(handle(.max))
    }
    let running = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var sum = handle(1)
      running.signal()
      while sum != Int.max { sum &+= handle(1_000_000_000) }
    }
    running.wait()
    usleep(20_000)
    """

  @Test(arguments: [["-Onone", "-g"], ["-O", "-g"]])
  func objectsInUseAreNotReported(options: [String]) throws {
    try withCompiledProgram(Self.source, options: options) { program in
      for _ in 0..<5 {
        let clean = try Tool.run(["exec", "--", program])
        #expect(clean.status == 0, "\(clean.errors)")
      }
      // Debug code retains the session.
      let note = "1 cycle not reported, because a running thread may have been using it"
      let examined = try Tool.run(["exec", "--", program])
      #expect(examined.errors.contains(note) == options.contains("-O"), "\(examined.errors)")
      let ended = try Tool.run(["exec", "--", program, "end"])
      #expect(ended.status == 0, "\(ended.errors)")
      let leaking = try Tool.run(["exec", "--", program, "lose"])
      #expect(leaking.status == 1, "\(leaking.errors)")
      #expect(leaking.errors.contains("leakcheck: 1 leaked cycle"), "\(leaking.errors)")
    }
  }

  /// A thread no longer uses a leaked cycle, but still has its address in a register or in its
  /// innermost call. Whether the cycle leaked cannot be decided, which the result states.
  @Test(arguments: ["-Onone", "-O"])
  func aLeakWhoseAddressABusyThreadHasIsMentioned(optimization: String) throws {
    let source = """
      import Foundation
      final class Node { var next: Node? }
      @inline(never) func leak() -> Int {
        let (node, other) = (Node(), Node())
        (node.next, other.next) = (other, node)
        return Int(bitPattern: ObjectIdentifier(node))
      }
      @inline(never) @_optimize(none) func spin(_ address: Int) {
        var number = 1
        while number != address { number = number &* 3 | 1 }
      }
      let running = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let address = leak()
        running.signal()
        spin(address)
      }
      running.wait()
      usleep(20_000)
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--", program])
      #expect(result.status == 0, "\(result.errors)")
      let note = "0 leaked cycles, 1 cycle not reported, because a running thread may have been "
      #expect(result.errors.contains(note + "using it, "), "\(result.errors)")
    }
  }

  /// A pthread key may contain the address of an object that the thread no longer uses.
  @Test(arguments: ["-Onone", "-O"])
  func theKeysOfABusyThreadHideNoLeak(optimization: String) throws {
    let source = """
      import Foundation
      final class Node { var next: Node? }
      @inline(never) func leak() {
        let (node, other) = (Node(), Node())
        (node.next, other.next) = (other, node)
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        pthread_setspecific(key, Unmanaged.passUnretained(node).toOpaque())
      }
      let running = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        leak()
        running.signal()
        var number = UInt(CommandLine.arguments.count)
        while number != 0 { number = number &* 3 | 1 }
      }
      running.wait()
      usleep(20_000)
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--", program])
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains("leakcheck: 1 leaked cycle"), "\(result.errors)")
    }
  }

  /// A thread is removing the elements of a collection when the program ends. The collection's
  /// storage is being destroyed, but still owns the elements that have not been released.
  @Test(arguments: ["-Onone", "-O"])
  func elementsBeingRemovedAreNotReported(optimization: String) throws {
    let source = """
      import Foundation
      func wait() { while CommandLine.arguments.count < 9 {} }
      final class Element: Hashable {
        let number: Int
        init(_ number: Int) { self.number = number }
        deinit { if number == 3 { wait() } }
        static func == (left: Element, right: Element) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
      }
      struct Pair { var first, second: Element }
      final class Owner {
        var array: [Element] = []
        var values: [Any] = []
        var pairs: [Pair] = []
        var nested: [[Element]] = []
        var set: Set<Element> = []
        var dictionary: [Int: Element] = [:]
      }
      func run(_ kind: String) {
        let owner = Owner()
        let elements = { (0..<8).map { Element($0) } }
        switch kind {
        case "array": owner.array = elements(); owner.array.removeAll()
        case "values": owner.values = elements(); owner.values.removeAll()
        case "pairs":
          owner.pairs = zip(elements(), 20...).map { Pair(first: $0, second: Element($1)) }
          owner.pairs.removeAll()
        case "nested": owner.nested = elements().map { [$0, Element(30)] }; owner.nested.removeAll()
        case "set": owner.set = Set(elements()); owner.set.removeAll()
        default:
          for element in elements() { owner.dictionary[element.number] = element }
          owner.dictionary.removeAll()
        }
      }
      let kind = CommandLine.arguments[1]
      Thread.detachNewThread { run(kind) }
      usleep(100_000)
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      for kind in ["array", "values", "pairs", "nested", "set", "dictionary"] {
        let result = try Tool.run(["exec", "--", program, kind])
        #expect(result.status == 0, "\(kind): \(result.errors)")
      }
    }
  }
}
