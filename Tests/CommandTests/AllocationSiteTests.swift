import Foundation
import Findings
import OwnershipGraph
import Reporting
import TestSupport
import Testing

/// Tests of the allocation sites that `leakcheck exec` reports for leaked objects.
@Suite(.runsPrograms) struct AllocationSiteTests {
  /// The tests search this text for the lines that allocate.
  private static let source = """
    import Foundation
    final class Node {
      var next: Node?
      var onTap: (() -> Void)?
      let name: String
      init(_ name: String) { self.name = name + "!" }
    }
    final class Peer { var other: Peer? }
    class Base { var me: AnyObject?; required init() {} }
    final class Derived: Base { var others: [Base] = [] }
    final class Link {
      var next: Link?
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    struct Parts<Value: Base> {
      @inline(never) func make() -> Base { Value.init() /* generic */ }
    }
    @inline(never) func ring() {
      let first = Peer() // first
      let second = Peer() // second
      first.other = second
      second.other = first
    }
    @inline(never) func closure() {
      let node = Node("tap") // owner
      let process = getpid()
      node.onTap = { print(node.name, process) } // closure
    }
    @inline(never) func links() {
      let links = (0..<3).map(Link.init) // links
      for number in 0..<3 { links[number].next = links[(number + 1) % 3] }
    }
    @inline(never) func generic() {
      let object = Parts<Derived>().make()
      object.me = object
    }
    @inline(never) func outer(_ levels: Int) -> Int {
      if levels > 0 { return outer(levels - 1) + 1 }
      ring() // ring
      return getpid() > 0 ? 1 : 0
    }
    /// Functions of Dispatch allocate the objects. Some of them have no unwind information.
    @inline(never) func makeGroup() -> DispatchGroup {
      DispatchGroup() // group
    }
    @inline(never) func makeSource() -> any DispatchSourceUserDataAdd {
      DispatchSource.makeUserDataAddSource() // source
    }
    final class Worker {
      let group = makeGroup()
      let source = makeSource()
      var me: Worker?
    }
    @inline(never) func work() {
      let worker = Worker()
      worker.source.resume()
      worker.me = worker
    }
    @inline(never) func local() {
      final class Probe { var me: Probe? }
      let probe = Probe() // probe
      if getpid() > 0 { probe.me = probe }
    }
    actor Account {
      var me: Account?
      func keep() { me = self }
    }
    func async() async {
      let account = Account() // account
      await account.keep()
    }
    _ = outer(3)
    closure()
    links()
    generic()
    work()
    local()
    await async()
    DispatchQueue.global().sync {
      let node = Node("queue") // queue
      node.next = node
      print(node.name)
    }

    """

  private static func line(of mark: String) throws -> Int {
    let lines = source.components(separatedBy: "\n")
    return try #require(lines.firstIndex { $0.hasSuffix("// \(mark)") }) + 1
  }

  @Test(arguments: ["-Onone", "-O"])
  func everyLeakedObjectHasItsAllocationSite(optimization: String) throws {
    let nodes = try report(optimization, []).findings.flatMap(\.graph.nodes)
    for (type, mark, function) in [
      ("Peer", "first", "ring()"), ("Peer", "second", "ring()"), ("Node", "owner", "closure()"),
      ("closure #1 in closure()", "closure", "closure()"), ("Account", "account", "async()"),
      ("Node", "queue", "closure #1"), ("DispatchGroup", "group", "makeGroup()"),
      ("DispatchSource", "source", "makeSource()"), ("Probe", "probe", "local()"),
    ] {
      let site = SourceLocation(file: "main.swift", line: try Self.line(of: mark))
      #expect(
        nodes.contains { node in
          node.type == type && node.allocation.first?.location == site
            && node.allocation.first?.function.contains(function) == true
        }, "\(type) \(mark): \(nodes.map { ($0.type, $0.allocation) })")
      #expect(nodes.allSatisfy { $0.allocation.count <= 1 })
    }
    // A method reference that `map` calls has no line of its own. If the reference was not inlined,
    // its frame is the only one that is recorded, and the line is that of the function.
    let link = try #require(nodes.first { $0.type == "Link" }?.allocation.first)
    let links = try Self.line(of: "links")
    #expect(
      link.function.hasSuffix("links()") && [links - 1, links].contains(link.location?.line),
      "\(link)")
    // The optimizer may have merged `make()` and `generic()`, so only the file is checked.
    let derived = nodes.first { $0.type == "Derived" }
    #expect(derived?.allocation.first?.location?.file == "main.swift", "\(derived as Any)")
  }

  @Test(arguments: ["-Onone", "-O"])
  func moreStackFramesAreReportedOnRequest(optimization: String) throws {
    let nodes = try report(optimization, ["--stacks", "6"]).findings.flatMap(\.graph.nodes)
    let first = SourceLocation(file: "main.swift", line: try Self.line(of: "first"))
    let node = try #require(nodes.first { $0.allocation.first?.location == first })
    let functions = node.allocation.map(\.function)
    #expect(functions.first == "ring()")
    // The optimizer may have turned the recursion into a loop.
    #expect(functions.contains("outer(_:)") && functions.count <= 6, "\(functions)")
    let callersLine = try Self.line(of: "ring")
    #expect(node.allocation.dropFirst().first?.location?.line == callersLine)
  }

  @Test func textMarkdownAndHTMLShowTheSameSite() throws {
    try withProgram("-Onone") { path in
      try withTemporaryFolder { folder in
        let result = try Tool.run([
          "exec", "--format", "text,md,html", "--output", folder.path, "--", path,
        ])
        let site = "Peer in ring()  main.swift:\(try Self.line(of: "first"))"
        #expect(result.errors.contains(site), "\(result.errors)")
        for file in ["leakcheck.md", "leakcheck.html"] {
          let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
          #expect(text.contains(site), "\(file)")
        }
      }
    }
  }

  @Test func allocationSitesAreOmittedWithZeroStackFrames() throws {
    let nodes = try report("-Onone", ["--stacks", "0"]).findings.flatMap(\.graph.nodes)
    #expect(nodes.count >= 5)
    #expect(nodes.allSatisfy { $0.allocation.isEmpty })
    #expect(try Tool.run(["exec", "--stacks", "many", "--", "sh"]).status == 2)
  }

  @Test func repeatedRunsPrintTheSameReport() throws {
    try withProgram("-O") { path in
      let options = ["exec", "--stacks", "8", "--", path]
      let texts = try (0..<3).map { _ in try Tool.run(options).errors }
      #expect(Set(texts).count == 1, "\(texts)")
    }
  }

  private func report(_ optimization: String, _ options: [String]) throws -> LeakReport {
    try withProgram(optimization) { path in
      try withTemporaryFolder { folder in
        let result = try Tool.run(
          ["exec", "--format", "json", "--output", folder.path] + options + ["--", path])
        #expect(result.status == 1, "\(result.errors)")
        let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
        return try ReportReader.report(from: data, name: "leakcheck.json")
      }
    }
  }

  private func withProgram<Value>(
    _ optimization: String, _ body: (String) throws -> Value
  ) throws -> Value {
    try withCompiledProgram(Self.source, options: [optimization, "-g"], body)
  }
}
