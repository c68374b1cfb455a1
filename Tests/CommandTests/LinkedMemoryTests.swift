import TestSupport
import Testing

/// Tests of a leaked structure of a C library whose parts refer to objects, and which every object
/// reaches. The time of the analysis must not grow with the square of its size.
@Suite(.runsPrograms) struct LinkedMemoryTests {
  /// Each node in C memory refers to the next one and to the Swift object for it, as in the XML
  /// documents of Foundation.
  private static let source = """
    struct Node {
      var next: UnsafeMutablePointer<Node>?
      var object: UnsafeRawPointer?
    }
    final class Element {
      let node: UnsafeMutablePointer<Node>
      init(_ node: UnsafeMutablePointer<Node>) { self.node = node }
    }
    @inline(never) func leak(_ count: Int) {
      let nodes = (0..<count).map { _ in UnsafeMutablePointer<Node>.allocate(capacity: 1) }
      for (index, node) in nodes.enumerated() {
        let object = Unmanaged.passRetained(Element(node)).toOpaque()
        node.initialize(to: Node(next: nodes[(index + 1) % count], object: object))
      }
    }
    leak(Int(CommandLine.arguments[1])!)
    """

  @Test(.timeLimit(.minutes(5))) func manyObjectsAreAnalyzed() throws {
    try withCompiledProgram(Self.source, options: ["-O", "-g"]) { program in
      let result = try Tool.run(["exec", "--", program, "20000"])
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains("20,000 × Element"), "\(result.errors)")
    }
  }
}
