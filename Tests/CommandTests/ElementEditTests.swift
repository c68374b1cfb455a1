import Testing

/// Tests of the edits for elements of collections, and for elements of sequences and iterators.
/// A program cannot remove an element from a sequence or an iterator.
@Suite(.runsPrograms) struct ElementEditTests {
  private static let source = """
    typealias Element = (owner: Owner, index: Int)
    final class Owner {
      var iterator: IndexingIterator<[Element]> = [].makeIterator()
      let constant: ReversedCollection<[Element]>
      var reversed: ReversedCollection<[Element]>?
      var slice: ArraySlice<Element> = []
      var named: [String: Element]? = [:]
      init() { constant = [].reversed() }
      init(with owner: Owner) { constant = [(owner: owner, index: 0)].reversed() }
    }
    @inline(never) func start(_ kind: String) {
      let owner = Owner()
      let elements = [(owner: owner, index: 0)]
      switch kind {
      case "iterator": owner.iterator = elements.makeIterator()
      case "constant": owner.named = ["owner": (owner: Owner(with: owner), index: 0)]
      case "reversed": owner.reversed = elements.reversed()
      case "slice": owner.slice = elements[...]
      default: owner.named = ["owner": elements[0]]
      }
    }
    start(CommandLine.arguments[1])
    """

  private static let edits = [
    ("iterator", "break here: assign another value to iterator when done, in Owner at main"),
    (
      "constant", "break here: declare constant as a variable and assign another value to it"
    ),
    ("reversed", "break here: set reversed to nil when done"),
    ("slice", "break here: remove the element from slice when done"),
    ("named", "break here: remove the element from named when done"),
  ]

  @Test func removalIsSuggestedOnlyIfTheCollectionAllowsIt() throws {
    for options in [["-Onone", "-g"], ["-O", "-g"]] {
      try withCompiledProgram(Self.source, options: options) { program in
        for (kind, edit) in Self.edits {
          let report = try Tool.run(["exec", "--", program, kind]).errors
          #expect(report.contains(edit), "\(kind) \(options): \(report)")
        }
      }
    }
  }
}
