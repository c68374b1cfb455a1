import Foundation
import TestSupport
import Testing

/// Tests of programs compiled without reflection metadata. Their fields have no names and no types.
@Suite(.runsPrograms) struct ReflectionFreeProgramTests {
  private static func source(child: String) -> String {
    """
    final class Parent { var child: Child?; var number = 1; deinit { print("gone") } }
    final class Child { \(child) parent: Parent?; var name = "" }
    @inline(never) func make(_ names: [String]) -> Int {
      let parent = Parent()
      let child = Child()
      parent.child = child
      child.parent = parent
      child.name = names[0]
      return parent.child!.name.count
    }
    print(make(CommandLine.arguments) > 0)
    """
  }

  @Test(arguments: ["-Onone", "-O"], ["var", "weak var"])
  func onlyAStrongCycleIsReported(level: String, child: String) throws {
    let options = [level, "-Xfrontend", "-disable-reflection-metadata"]
    try withCompiledProgram(Self.source(child: child), options: options) { program in
      let result = try Tool.run(["exec", "--", program])
      let last = result.errorLines.last ?? ""
      if child == "var" {
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output == "true\n")
        #expect(last.hasPrefix("leakcheck: 1 leaked cycle, "), "\(result.errors)")
        #expect(result.errors.contains("Parent") && result.errors.contains("Child"))
        #expect(!result.errors.contains("over-retained"))
      } else {
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "gone\ntrue\n")
        #expect(last.hasPrefix("leakcheck: 0 leaked cycles, "), "\(result.errors)")
      }
    }
  }

  /// The names of the properties come from symbols, which a stripped program lacks.
  @Test(arguments: ["-Onone", "-O"], [false, true])
  func theEditNamesThePropertyIfThereAreSymbols(level: String, isStripped: Bool) throws {
    let options =
      [level, "-g", "-Xfrontend", "-disable-reflection-metadata"]
      + (isStripped ? ["-Xlinker", "-s"] : [])
    try withCompiledProgram(Self.source(child: "var"), options: options) { program in
      let errors = try Tool.run(["exec", "--", program]).errors
      #expect(!errors.contains("release what"), "\(errors)")
      #expect(errors.contains("not verified: Child was compiled without reflection metadata"))
      if isStripped {
        #expect(errors.contains("strong  stored property (scanned)"), "\(errors)")
        #expect(errors.contains("break here: make the property weak or clear it (Child was"))
      } else {
        #expect(errors.contains("strong  child (scanned)"), "\(errors)")
        #expect(errors.contains("strong  parent (scanned)     ◀── break here: weak var parent, in"))
      }
    }
  }

  /// The properties of superclasses, properties beside private ones, and properties with closures.
  @Test(arguments: ["-Onone", "-O"])
  func propertiesAreNamedInEveryClassOfAnObject(level: String) throws {
    let source = """
      class Screen { var router: Router?; lazy var title = "t"; final class Inner {
        var owner: Screen? }; private var inner: Inner?
        func nest() { inner = Inner(); inner?.owner = self } }
      final class Router { var id = 0; private var first: Screen?; var active: Screen?
        func show(_ screen: Screen) { first = screen; active = screen; screen.router = self } }
      final class Detail: Screen { var onOpen: (() -> Void)?; var onClose: (() -> Void)?
        func start(_ n: Int) {
          onClose = { self.title = "closed" }
          onOpen = { [weak self] in self?.title = "\\(n)" } } }
      @inline(never) func make(_ title: String) {
        let (router, detail) = (Router(), Detail())
        detail.title = title
        router.show(detail)
        detail.start(title.count)
        let screen = Screen()
        screen.nest()
      }
      make(CommandLine.arguments[0])
      """
    let options = [level, "-g", "-Xfrontend", "-disable-reflection-metadata"]
    try withCompiledProgram(source, options: options) { program in
      let errors = try Tool.run(["exec", "--", program]).errors
      #expect(errors.contains("break here: [weak self]"), "\(errors)")
      #expect(errors.contains("Detail ─▶ Router  strong  router (scanned)"), "\(errors)")
      #expect(errors.contains("Router ─▶ Detail  strong  active (scanned)"), "\(errors)")
      #expect(errors.contains("weak var router, in Screen"), "\(errors)")
      // A private property is shown without a name, never with that of the property before it.
      #expect(!errors.contains("strong  id"), "\(errors)")
      // The optimizer removes this object.
      if level == "-Onone" {
        #expect(errors.contains("strong  owner (scanned)"), "\(errors)")
      }
      #expect(!errors.contains("Inner (scanned)"), "\(errors)")
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a program to another user"))
  func aSetUserIDProgramIsRefused() throws {
    try withCompiledProgram("print(1)", options: ["-Onone"]) { program in
      let allowed = try Tool.run(["exec", "--", program])
      #expect(allowed.status == 0, "\(allowed.errors)")
      #expect(unsafe chown(program, 65534, 65534) == 0)
      #expect(unsafe chmod(program, 0o4755) == 0)
      let refused = try Tool.run(["exec", "--", program])
      #expect(refused.status == 3, "\(refused.errors)")
      #expect(refused.output == "")
      #expect(refused.errors.contains("with the rights of another user"), "\(refused.errors)")
    }
  }

  /// Only the structures, and the payloads of enumerations in them, refer to the objects. If the
  /// program has an argument, it also loses an object.
  @Test(arguments: ["-Onone", "-O"])
  func trivialStructuresMayOwnObjects(level: String) throws {
    let source = """
      final class Node { var number = 1 }
      final class Lost { var number = 1 }
      struct Handle {
        var pointer = Unmanaged.passRetained(Node()).toOpaque()
      }
      enum Choice { case none, handle(UnsafeMutableRawPointer, Int) }
      var handles = (0..<3).map { _ in Handle() }
      var choices = (0..<3).map { Choice.handle(Handle().pointer, $0) }
      @inline(never) func look(_ lost: Lost) { lost.number &+= 1 }
      @inline(never) func lose() {
        let lost = Lost()
        look(lost)
        UnsafeMutablePointer<Lost>.allocate(capacity: 8).initialize(to: lost)
      }
      /// Loses an object far below the frames that exist later, which may contain stale words.
      @inline(never) func lose(below depth: Int) {
        if depth == 0 { lose() } else { lose(below: depth - 1) }
        look(Lost())
      }
      if CommandLine.arguments.count > 1 { lose(below: 50) }
      print(handles.count + choices.count)
      """
    let options = [level, "-g", "-Xfrontend", "-disable-reflection-metadata"]
    try withCompiledProgram(source, options: options) { program in
      let clean = try Tool.run(["exec", "--", program])
      #expect(clean.status == 0, "\(clean.errors)")
      let leaking = try Tool.run(["exec", "--", program, "lose"])
      #expect(leaking.status == 1, "\(leaking.errors)")
      #expect(
        leaking.errors.contains("  Lost (1 retain without a known reference)"),
        "\(leaking.errors)")
      #expect(!leaking.errors.contains("Node"), "\(leaking.errors)")
    }
  }

  /// Each object retains itself through an array in a property whose type is unknown.
  @Test(arguments: ["-Onone", "-O"])
  func everyClassHasItsOwnFinding(level: String) throws {
    let source = """
      final class Alpha { var items: [Alpha] = []; func start() { items.append(self) } }
      final class Beta { var name = ""; var items: [Beta] = []; func start() { items.append(self) } }
      @inline(never) func leak() { Alpha().start(); Beta().start() }
      leak()
      """
    let options = [level, "-g", "-Xfrontend", "-disable-reflection-metadata"]
    try withCompiledProgram(source, options: options) { program in
      let all = try Tool.run(["exec", "--", program])
      #expect(all.errors.contains("leakcheck: 2 leaked cycles, "), "\(all.errors)")
      #expect(all.errors.contains("strong  items (scanned)"), "\(all.errors)")
      let others = try Tool.run(["exec", "--suppress", "Alpha", "--", program])
      #expect(others.status == 1, "\(others.errors)")
      #expect(others.errors.contains("Beta") && !others.errors.contains("Alpha"))
    }
  }
}
