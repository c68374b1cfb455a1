import Testing

@testable import mutate

/// Tests of the format of the list of mutants.
struct MutantListTests {
  @Test func parsesAllKeywordsOfAMutant() throws {
    let list = try MutantList(
      parsing: """
        # a comment

        mutant  bag-forgets
        summary The bag forgets.
        breaks  bagDrop none
        leaves  SinkDisposer MapSink
        cells   create/map/ create/flatMap@unended/
        edit    Bag.swift
         before
        -gone
        +here
        +and here
         after
        """)
    #expect(
      list.mutants == [
        PlannedMutant(
          name: "bag-forgets", summary: "The bag forgets.", endings: ["bagDrop", "none"],
          objects: ["SinkDisposer", "MapSink"], cells: ["create/map/", "create/flatMap unended/"],
          edits: [
            Edit(
              file: "Bag.swift", line: 8, before: ["before"], removed: ["gone"],
              added: ["here", "and here"], after: ["after"])
          ])
      ])
  }

  @Test(arguments: [
    ("summary too early", 1, "'summary' precedes the first 'mutant' line"),
    ("mutant a\n-x", 2, "a changed line precedes the first 'edit' line"),
    ("mutant a\nmutant a", 2, "the mutant 'a' is declared twice"),
    ("mutant a\ncauses x", 2, "unknown keyword 'causes'"),
    ("mutant", 1, "expected a keyword and a value"),
    (
      "mutant a\nedit X.swift\n-x\n+y\n-z", 5,
      "removed lines must be consecutive and precede the added lines"
    ),
    ("mutant a\nedit X.swift\n-x\n y\n+z", 5, "added lines must be consecutive"),
  ])
  func rejectsInvalidSyntaxAndNamesItsLine(text: String, line: Int, message: String) {
    #expect(throws: MutationError.syntax(line: line, message)) {
      try MutantList(parsing: text)
    }
  }

  @Test(arguments: [
    "mutant a\nbreaks error",
    "mutant a\nedit X.swift\n-x",
    "mutant a\nbreaks error\nedit X.swift",
    "mutant a\nbreaks error\nedit X.swift\n x",
    "mutant a\nbreaks error\nedit X.swift\n+x",
  ])
  func aMutantThatBreaksOrChangesNothingIsRefused(text: String) {
    #expect(throws: MutationError.incomplete(mutant: "a")) { try MutantList(parsing: text) }
  }
}
