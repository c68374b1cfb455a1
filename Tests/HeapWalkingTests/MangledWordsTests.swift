import Testing

@testable import HeapWalking

@Suite struct MangledWordsTests {
  /// Each name is a list of identifiers. Later identifiers contain substitutions for words of
  /// earlier identifiers.
  @Test(arguments: [
    ("6onNext0A3End", ["onNext", "onEnd"]),
    ("16HeapWalkingTests018ConcurrencyFixtureC0", ["HeapWalkingTests", "ConcurrencyFixtureTests"]),
    ("5first6second", ["first", "second"]),
    ("9one_twoUp4Down0aB0", ["one_twoUp", "Down", "onetwo"]),
    ("3URL0A4List", ["URL", "URLList"]),
  ])
  func wordSubstitutionsAreExpanded(_ name: String, _ expected: [String]) {
    var words = MangledWords()
    var rest = name[...]
    var found: [String] = []
    while !rest.isEmpty, let identifier = words.identifier(from: &rest) { found.append(identifier) }
    #expect(found == expected)
    #expect(rest.isEmpty)
  }

  /// Names that end too early, contain substitutions for unknown words, or are in Punycode.
  @Test(arguments: ["5abc", "0A3End", "00_abc", "x", "", "0", "99999999999999999999a"])
  func invalidIdentifiersAreRejected(_ name: String) {
    var words = MangledWords()
    var rest = name[...]
    #expect(words.identifier(from: &rest) == nil)
  }
}
