import Foundation
import TestSupport
import Testing

/// Tests of leaks that a dependency's function causes, because it creates a closure that captures
/// an object of the program.
@Suite(.runsPrograms) struct DependencyCallTests {
  private static let library = """
    public final class Value<Element> {
      private var handlers: [(Element) -> Void] = []
      public var current: Element { didSet { for handler in handlers { handler(current) } } }
      public init(_ value: Element) { current = value }
      public func assign<Object: AnyObject>(
        to object: Object, _ path: ReferenceWritableKeyPath<Object, Element>
      ) {
        handlers.append { object[keyPath: path] = $0 }
      }
    }
    """

  private static let source = """
    import Lib
    final class Store { let total = Value(0) }
    final class Service {
      let store: Store
      init(store: Store) { self.store = store }
    }
    final class Totals {
      let service: Service
      var shown = -1
      init(_ service: Service) {
        self.service = service
        service.store.total.assign(to: self, \\.shown)
      }
    }
    func run() {
      let totals = Totals(Service(store: Store()))
      totals.service.store.total.current = 5
      print(totals.shown)
    }
    run()
    """

  /// The edit `weak var store` would release the store at once, so it must not be suggested.
  @Test(arguments: ["-Onone", "-O"])
  func theEditIsAtTheCallInTheProgram(optimization: String) throws {
    let options = ["swiftc", optimization, "-g"]
    let library = try Compilation(
      of: ["Lib.swift": Self.library, "Package.swift": ""],
      with: options + [
        "-wmo", "-module-name", "Lib", "-parse-as-library", "-emit-module", "-emit-module-path",
        "Lib.swiftmodule", "-c", "Lib.swift", "-o", "Value.o",
      ]
    ).outcome()
    let files = ["Value.o", "Lib.swiftmodule"].map(library.file)
    let program = try Compilation(
      of: ["main.swift": Self.source, "Package.swift": ""],
      with: options + ["main.swift", files[0], "-I", library.folder.path, "-o", "program"],
      reading: files.map { URL(filePath: $0) }
    ).outcome().file("program")
    let result = try Tool.run(["exec", "--", program])
    #expect(result.status == 1)
    for words in [
      "library-call-captures-owner: ", "break here: use a closure that captures Totals weakly, in ",
      "in place of Value.assign(to:_:) at ", "main.swift:12\n", "verified: breaking ",
    ] {
      #expect(result.errors.contains(words), "\(words): \(result.errors)")
    }
  }
}
