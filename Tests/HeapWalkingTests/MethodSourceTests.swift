import Testing

@testable import HeapWalking

/// Tests of the search for methods that are used as values.
@Suite struct MethodSourceTests {
  @Test(
    arguments: [
      ("button.action = save", "save", "self"),
      ("button.action = self.save", "save", "self"),
      ("button.action = helper.save", "save", "helper"),
      ("button.action = form.helper.save", "save", nil),
      ("button.action = Helper(1).save", "save", nil),
      ("add(save, for: button.action)", "save", "self"),
      ("add(show(_:animated:))", "show", "self"),
      ("button.actions.append(helper.show(_:animated:))", "show", "helper"),
      ("let action: () -> Void = save; action()", "save", "self"),
      ("button.action = Helper.save(helper)", "save", "helper"),
      ("button.action = Self.save(self)", "save", "self"),
    ] as [(String, String, String?)])
  func aMethodUsedAsAValueIsFound(line: String, name: String, receiver: String?) {
    let found = tokens(line).methodUsed(onLine: 3)
    #expect(found == SourceTokens.MethodUse(name: name, receiver: receiver))
  }

  @Test(arguments: [
    "save()", "helper.save()", "show(1, animated: true)", "add(save: 1)", "save = nil",
    "button.action = { self.save() }", "button.action = other", "a = save; b = helper.show",
    "save { }", "Helper.save(one, two)", "Helper.save()", "helper.save(one)",
  ])
  func otherUsesOfAMethodsNameAreNotFound(line: String) {
    #expect(tokens(line).methodUsed(onLine: 3) == nil)
  }

  @Test(
    arguments: [
      ("func start() {\n  save()\n  add(show)\n}", 5),
      ("func start() {\n  add { self.save() }\n}", nil),
      ("func start() {\n  add(show)\n  add(save)\n}", nil),
      ("func start() {}\nadd(show)", nil),
    ] as [(String, Int?)])
  func theLineOfTheOnlyMethodUsedAsAValueIsFound(function: String, line: Int?) throws {
    let tokens = tokens(function)
    let brace = try #require(tokens.body(of: "start", onLine: 3))
    #expect(tokens.lineOfMethodUsed(inBlockAt: brace) == line)
  }

  private func tokens(_ line: String) -> SourceTokens {
    let source = """
      func save() {}
      func show(_ text: String, animated: Bool) {}
      \(line)
      """
    return SourceTokens(Array(source.utf8))
  }
}
