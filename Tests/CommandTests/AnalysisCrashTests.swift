import Foundation
import TestSupport
import Testing

/// Tests that a failed analysis is reported and never counts as a clean result.
@Suite(.runsPrograms) struct AnalysisCrashTests {
  /// A program that damages the metadata of a generic class, which is in writable memory. Reading
  /// the fields of the class then crashes because of the invalid superclass.
  static let damaged = """
    import Foundation
    class Base<T> { var value: T?; init() {} }
    final class Damaged<T>: Base<T> { var other: Damaged? }
    let damaged = Damaged<Int>()
    let metadata = unsafeBitCast(Damaged<Int>.self as AnyClass, to: UnsafeMutablePointer<UInt>.self)
    metadata[1] = 0x1234_5678_0000
    print("going on")
    """

  @Test(arguments: ["", "fflush(stdout); raise(SIGINT)"])
  func aCrashIsReportedWithItsPhaseAndSignal(ending: String) throws {
    try withCompiledProgram(Self.damaged + "\n" + ending, options: []) { program in
      let result = try Tool.run(["exec", "--", program])
      #expect(result.status == 3, "\(result.errors)")
      #expect(
        result.errors.contains("crashed with signal 11 (SIGSEGV) while walking the objects"),
        "\(result.errors)")
      #expect(result.output == "going on\n")
    }
  }

  /// The objects that can be read are examined.
  @Test(arguments: [1, 3])
  func leaksAreFoundDespiteUnreadableObjects(damagedObjects: Int) throws {
    let source = """
      \(Self.damaged)
      let more = (1..<\(damagedObjects)).map { _ in Damaged<Int>() }
      final class Node { var next: Node? }
      @inline(never) func leak() { let node = Node(); node.next = node }
      leak()
      """
    try withCompiledProgram(source, options: []) { program in
      let result = try Tool.run(["exec", "--", program])
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains("▶ Node"), "\(result.errors)")
      let objects = damagedObjects == 1 ? "1 object" : "\(damagedObjects) objects"
      #expect(
        result.errors.contains(
          "the analysis crashed with signal 11 (SIGSEGV) while walking the objects, and was repeated without "
            + "the contents of \(objects) (set LEAKCHECK_KEEP=DIR to keep a memory dump)"),
        "\(result.errors)")
    }
  }

  @Test func theFilesForExaminingACrashAreKeptOnRequest() throws {
    try withCompiledProgram(Self.damaged, options: []) { program in
      try withTemporaryFolder { folder in
        _ = try Tool.run(["exec", "--", program], environment: ["LEAKCHECK_KEEP": folder.path])
        let kept = try files(below: folder)
        let maps = try #require(kept.first { $0.hasPrefix("maps.") }, "\(kept)")
        let text = try String(contentsOf: folder.appending(path: maps), encoding: .utf8)
        #expect(text.contains("libswiftCore.so"))
      }
    }
  }

  /// The analysis first lists the memory of the process and later searches it. In between, stacks
  /// of threads may be unmapped. The top of a heap may be unmapped as well, because the analysis
  /// itself frees memory there.
  @Test(arguments: ["-Onone", "-O"])
  func memoryFreedDuringTheAnalysisIsSkipped(optimization: String) throws {
    let source = """
      import Foundation
      final class Node { var next: Node?; var payload = [Int](repeating: 1, count: 100) }
      let threads = (0..<200).map { _ in Thread { let node = Node(); node.next = Node() } }
      for thread in threads { thread.start() }
      while !threads.allSatisfy({ $0.isFinished }) { usleep(1000) }
      let blocks = (0..<2000).map { _ in malloc(60_000) }
      for block in blocks { free(block) }
      @inline(never) func ring(_ count: Int) {
        let first = Node()
        var last = first
        for _ in 1..<count { let node = Node(); last.next = node; last = node }
        last.next = first
      }
      ring(1000)
      """
    try withCompiledProgram(source, options: [optimization]) { program in
      let result = try Tool.run(["exec", "--", program])
      #expect(result.status == 1, "\(result.errors)")
      #expect(!result.errors.contains("roots could not be searched"), "\(result.errors)")
    }
  }

  static let lost = """
    import Foundation
    final class Lost {}
    @inline(never) func lose() { _ = Unmanaged.passRetained(Lost()) }
    lose()
    """

  /// While the program runs, no roots are searched, so an over-retained object cannot be
  /// distinguished from a reachable one.
  @Test func aRunningProgramWithAPossibleLeakIsInconclusive() throws {
    try withCompiledProgram(Self.lost + "\nsleep(2)", options: []) { program in
      let living = try Tool.run(["exec", "--after", "0.3", "--", program])
      #expect(living.status == 3, "\(living.errors)")
      let atItsEnd = try Tool.run(["exec", "--", program])
      #expect(atItsEnd.status == 1, "\(atItsEnd.errors)")
    }
    try withCompiledProgram("import Foundation\nsleep(2)", options: []) { program in
      let clean = try Tool.run(["exec", "--after", "0.3", "--", program])
      #expect(clean.status == 0, "\(clean.errors)")
    }
  }
}
