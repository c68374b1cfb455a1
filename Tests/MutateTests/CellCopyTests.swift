import Testing

@testable import mutate

/// Tests of how matrix cells are converted so that they run with the mutated library.
struct CellCopyTests {
  @Test func onlyTheImportOfTheLibraryIsReplaced() {
    let text =
      "package import Scenarios\nimport Streams\n\nlet Streams = \"import Streams, please\""
    #expect(
      CellCopy.retargeted(text)
        == "package import Scenarios\nimport MutantStreams\n\nlet Streams = \"import Streams, please\""
    )
  }

  @Test func mutantsBecomeSwiftValuesWithEscapedQuotes() {
    let mutant = PlannedMutant(
      name: "m", summary: "It says \"no\".", endings: ["error", "none"], objects: ["Sink"])
    let text = CellCopy.declaration(of: [mutant])
    #expect(text.contains(#"index: 0, name: "m","#))
    #expect(text.contains(#"summary: "It says \"no\".","#))
    #expect(text.contains(#"endings: [.error, .none],"#))
    #expect(text.contains(#"objects: ["Sink"], references: [],"#))
  }

  @Test func obstaclesBecomeADictionaryInTheOrderOfTheList() {
    let text = CellCopy.declaration(of: [
      7: Obstacle.unknownFile("B.swift", line: 5), 2: .unknownFile("A.swift", line: 3),
    ])
    #expect(
      text.contains(
        """
          2: "no source file is named A.swift, which its edit at Mutants.txt:3 changes",
          7: "no source file is named B.swift, which its edit at Mutants.txt:5 changes",
        ]
        """))
    #expect(CellCopy.declaration(of: [Int: Obstacle]()).contains("[\n  :\n]"))
  }

  @Test func linesOfACopyHaveTheLocationsOfTheOriginal() {
    let original = "struct A {\n  run()\n  stop()\n  rest()\n}"
    let copy =
      "struct A {\nif MutantSwitch.isOn(3) {\n  added()\n} else {\n  run()\n  stop()\n}\n  rest()\n}"
    #expect(
      CellCopy.located(copy, from: original, at: "/A.swift") == """
        #sourceLocation(file: "/A.swift", line: 1)
        struct A {
        if MutantSwitch.isOn(3) {
          added()
        } else {
        #sourceLocation(file: "/A.swift", line: 2)
          run()
          stop()
        }
        #sourceLocation(file: "/A.swift", line: 4)
          rest()
        }
        """)
    #expect(
      CellCopy.located("import MutantStreams\nstruct A {}", from: "struct A {}", at: "/A.swift")
        == "import MutantStreams\n#sourceLocation(file: \"/A.swift\", line: 1)\nstruct A {}")
    let importing = "import Synchronization\nstruct A {}"
    #expect(
      CellCopy.located("import MutantStreams\n" + importing, from: importing, at: "/A.swift")
        == "import MutantStreams\n#sourceLocation(file: \"/A.swift\", line: 1)\n" + importing)
    #expect(
      CellCopy.located(
        "import MutantStreams\nstruct A {}", from: "import Streams\nstruct A {}", at: "/A.swift")
        == "#sourceLocation(file: \"/A.swift\", line: 1)\nimport MutantStreams\nstruct A {}")
  }
}
