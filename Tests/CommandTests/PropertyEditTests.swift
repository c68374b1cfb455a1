import Foundation
import TestSupport
import Testing

/// Tests that the edit for a property agrees with the property's type and declaration.
@Suite(.runsPrograms) struct PropertyEditTests {
  private static let source = """
    import Foundation
    import Synchronization
    @propertyWrapper final class Shared<Value> {
      var wrappedValue: Value
      init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }
    @propertyWrapper struct Logged<Value> {
      private var value: Value
      init(wrappedValue: Value) { value = wrappedValue }
      var wrappedValue: Value {
        get { value }
        set { value = newValue }
      }
    }
    final class Step { @Logged var following: Step? = nil }
    final class Team { @Shared var lead: Person? = nil }
    final class Person { @Shared var team: Team? = nil }
    final class Element {
      var buffer: AnyObject?
      init(_ buffer: AnyObject) { self.buffer = buffer }
    }
    struct Header { var count, name: Int }
    final class Buffer: ManagedBuffer<Header, Element?> {
      deinit {
        _ = withUnsafeMutablePointers { $1.deinitialize(count: $0.pointee.count) }
      }
    }
    struct Slot: ~Copyable { var path: AnyKeyPath? }
    final class Owner: Hashable {
      var required = Slot(path: nil)
      var optional: Slot?
      let mutex = Mutex<AnyKeyPath?>(nil)
      static func == (left: Owner, right: Owner) -> Bool { left === right }
      func hash(into hasher: inout Hasher) {}
    }
    extension Int { subscript(_ owner: Owner) -> Int { self } }
    final class Parent: Sendable { let children = Mutex<[Child]>([]) }
    final class Child: Sendable {
      let parent: Parent
      init(_ parent: Parent) { self.parent = parent }
    }
    struct Links {
      var name = ""
      var listener: Screen?
      let fixed: Screen?
      var handlers: [Screen] = []
    }
    struct Nested { var links: Links }
    final class Screen {
      var nested = Nested(links: Links(fixed: nil))
      var other: Screen?
      init() {}
      init(with screen: Screen) { nested.links = Links(fixed: screen) }
    }
    protocol PickerDelegate { func picked() }
    final class Picker { var delegate: (any PickerDelegate)? }
    struct Adapter: PickerDelegate {
      var title = ""
      let host: Host
      func picked() { host.count += 1 }
    }
    final class Host {
      let picker = Picker()
      var count = 0
      init() { picker.delegate = Adapter(host: self) }
    }
    final class Storage<Value> { var values: [Value] = [] }
    struct Table<Value> {
      private var storage = Storage<Value>()
      func add(_ value: Value) { storage.values.append(value) }
    }
    final class Entity { var table = Table<Component>() }
    class Component {}
    struct LoadFailure: Error { let loader: Loader }
    final class Loader { var error: (any Error)? }
    final class Target: Component {
      let entity: Entity
      init(_ entity: Entity) { self.entity = entity }
    }
    final class Section {
      @Logged var parent: Section?
      @Logged var sections: [Section] = []
    }
    struct Title { var count: Int, owner: Arena }
    final class Storage2: ManagedBuffer<Title, Int> {}
    final class Arena {
      var storage: ManagedBuffer<Title, Int>?
      init(_ isSubclass: Bool) {
        storage =
          isSubclass
          ? Storage2.create(minimumCapacity: 8) { _ in Title(count: 0, owner: self) }
          : ManagedBuffer<Title, Int>.create(minimumCapacity: 8) { _ in
            Title(count: 0, owner: self)
          }
      }
    }
    struct Election {
      var leader: Member?
      var votes = 0
    }
    final class Cluster: Sendable { let election = Mutex(Election()) }
    final class Member: @unchecked Sendable {
      private let cluster: Cluster
      init(_ cluster: Cluster) { self.cluster = cluster }
      func vote() { cluster.election.withLock { $0.leader = self } }
    }
    struct JobFailure: Error {
      let job: Job
      let reason: String
    }
    final class Job { var failure: (any Error)? }
    protocol Environment { var name: String { get } }
    final class Shell: Environment {
      let name = "sh"
      lazy var evaluator = Evaluator(environment: self)
    }
    final class Evaluator {
      let environment: any Environment
      init(environment: any Environment) { self.environment = environment }
    }
    final class Page {
      var window: ArraySlice<Page> = []
      var neighbors: ArraySlice<Page>?
      let fixed: ArraySlice<Page>
      init(_ fixed: ArraySlice<Page> = []) { self.fixed = fixed }
    }
    final class Branch {
      var leaves: [Leaf] = []
      var sway: () -> Void = {}
    }
    final class Leaf {
      var (branch, index): (Branch?, Int) = (nil, 0)
      var unmanaged: Unmanaged<Branch>?
    }
    @inline(never) func start(_ kind: String) {
      let owner = Owner()
      switch kind {
      case "wrapper":
        let (team, person) = (Team(), Person())
        team.lead = person
        person.team = team
      case "logged":
        let (one, two) = (Step(), Step())
        one.following = two
        two.following = one
      case "loggedParent":
        let (whole, part) = (Section(), Section())
        part.parent = whole
        whole.sections.append(part)
      case "buffer":
        let buffer = Buffer.create(minimumCapacity: 2) { _ in Header(count: 2, name: 7) }
        buffer.withUnsafeMutablePointerToElements {
          $0.initialize(repeating: nil, count: 2)
          $0[0] = Element(buffer)
        }
      case "required": owner.required.path = \\Int.[owner]
      case "optional": owner.optional = Slot(path: \\Int.[owner])
      case "field":
        let (one, two) = (Screen(), Screen())
        one.other = two
        two.nested.links.listener = one
      case "fields":
        let (one, two) = (Screen(), Screen())
        one.nested.links.listener = two
        two.nested.links.listener = one
      case "constantField":
        let one = Screen()
        one.other = Screen(with: one)
      case "adapter": Host().picker.delegate?.picked()
      case "table":
        let (one, two) = (Entity(), Entity())
        one.table.add(Target(two))
        two.table.add(Target(one))
      case "failure":
        let loader = Loader()
        loader.error = LoadFailure(loader: loader)
      case "header", "headerOfSubclass": _ = Arena(kind != "header")
      case "fieldInMutex": Member(Cluster()).vote()
      case "error":
        let job = Job()
        job.failure = JobFailure(job: job, reason: "too big")
      case "existential": print(Shell().evaluator.environment.name)
      case "shared", "sharedByConstant":
        let pages = (0..<3).map { _ in Page() }
        if kind == "shared" {
          for page in pages { (page.window, page.neighbors) = (pages[...], pages[1...]) }
        } else {
          for page in pages { page.window = [Page(pages[...])] }
        }
      case "tuple", "unmanaged":
        let (branch, leaf) = (Branch(), Leaf())
        branch.leaves.append(leaf)
        if kind == "tuple" { leaf.branch = branch } else { leaf.unmanaged = .passRetained(branch) }
      case "closure":
        let branch = Branch()
        branch.sway = { branch.leaves = [] }
      case "mutex": owner.mutex.withLock { $0 = \\Int.[owner] }
      default:
        let parent = Parent()
        parent.children.withLock { $0.append(Child(parent)) }
      }
    }
    start(CommandLine.arguments[1])
    """

  /// For each kind of property: words of the advised edit, and words that the report must not have.
  private static let edits = [
    ("wrapper", "when done, or store a weak reference in it", "weak var"),
    ("logged", "break here: clear following when done", "declare"),
    (
      "loggedParent", "break here: clear parent when done, or store a weak reference in it",
      "_parent.value when done"
    ),
    ("buffer", "strong  untyped memory (scanned)", "header"),
    ("required", "declare required as an optional variable", "break here: set"),
    ("optional", "break here: set optional to nil when done", "declare"),
    ("field", "break here: weak var listener, in Links at main.swift:44", "store a weak"),
    ("fields", "break here: set nested.links.listener to nil when done", "weak"),
    ("constantField", "break here: weak var fixed, in Links at main.swift:45", "store a weak"),
    ("adapter", "break here: weak var host, in Adapter at main.swift:59", "store a weak"),
    ("failure", "break here: weak var loader, in LoadFailure at main.swift:74", "store a weak"),
    ("table", "break here: assign another value to table when done", "declare"),
    ("header", "break here: weak var owner, in Title at main.swift:", "clear storage"),
    ("headerOfSubclass", "break here: weak var owner, in Title at main.swift:", "weak var storage"),
    ("fieldInMutex", "break here: weak var leader, in Election at main.swift:", "store a weak"),
    ("error", "break here: weak var job, in JobFailure at main.swift:", "store a weak"),
    (
      "existential", "weak var environment, with its type restricted to AnyObject, in Evaluator at",
      "clear environment"
    ),
    ("shared", "break here: remove the elements from window when done", "make this reference"),
    ("shared", "break here: set neighbors to nil when done", "declare"),
    (
      "sharedByConstant", "declare fixed as a variable and remove its elements when done",
      "make this reference"
    ),
    ("tuple", "clear branch when done, or store a weak reference in it, in Leaf at", "weak var"),
    ("unmanaged", "fix: When the objects are no longer needed, release", "Make the element"),
    ("closure", "declare sway as an optional variable and set it to nil when done", "set sway to"),
    ("mutex", "break here: set mutex to nil when done", "declare"),
    ("sendable", "weak let parent, in Child at main.swift", "weak var"),
  ]

  @Test func theEditFitsTheDeclaration() throws {
    let options = ["-Onone", "-g", "-swift-version", "5"]
    try withCompiledProgram(Self.source, options: options) { program in
      for (kind, edit, wrong) in Self.edits {
        let report = try Tool.run(["exec", "--", program, kind]).errors
        #expect(report.contains(edit) && !report.contains(wrong), "\(kind): \(report)")
      }
    }
  }
}
