import TestSupport
import Testing

/// Tests of leaked objects to which a structure of a C library refers. Each of the objects reaches
/// the whole structure. The time of the analysis must not grow with the square of their number.
@Suite(.runsPrograms) struct LinkedMemoryTests {
  /// With `list`, each node in C memory refers to the next one and to its object, as in the XML
  /// documents of Foundation. With `table`, all objects refer to one table of all objects.
  private static let source = """
    typealias Words = UnsafeMutablePointer<UnsafeRawPointer?>
    final class Element {
      let memory: Words
      let number: Int
      init(_ memory: Words, _ number: Int) { (self.memory, self.number) = (memory, number) }
    }
    @inline(never) func retained(_ memory: Words, _ number: Int) -> UnsafeRawPointer {
      UnsafeRawPointer(Unmanaged.passRetained(Element(memory, number)).toOpaque())
    }
    @inline(never) func leakList(_ count: Int) {
      let nodes = (0..<count).map { _ in Words.allocate(capacity: 2) }
      for (index, node) in nodes.enumerated() {
        node.initialize(to: UnsafeRawPointer(nodes[(index + 1) % count]))
        (node + 1).initialize(to: retained(node, index))
      }
    }
    @inline(never) func leakTable(_ count: Int) {
      let table = Words.allocate(capacity: count)
      for index in 0..<count { (table + index).initialize(to: retained(table, index)) }
    }
    let count = Int(CommandLine.arguments[2])!
    if CommandLine.arguments[1] == "list" { leakList(count) } else { leakTable(count) }
    """

  @Test(arguments: ["list", "table"])
  func manyObjectsAreAnalyzed(structure: String) throws {
    try withCompiledProgram(Self.source, options: ["-O", "-g"]) { program in
      let result = try Tool.run(["exec", "--", program, structure, "5000"])
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains("5,000 × Element"), "\(result.errors)")
    }
  }
}
