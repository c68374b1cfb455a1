import Testing

@testable import mutate

/// Tests of how a source file is edited, and of the reasons why some edits are rejected.
struct MutantSchemataTests {
  private static let source = """
    final class Sink {
      func dispose() {
        first.dispose()
        first = nil
      }

      func stop() {
        first.dispose()
      }
    }

    """

  private func outcome(of list: String) throws -> (text: String?, obstacles: [Int: Obstacle]) {
    let mutants = try MutantList(parsing: list).mutants
    let result = MutantSchemata(mutants).applied(to: ["Sink.swift": Self.source])
    return (result.copies["Sink.swift"], result.obstacles)
  }

  private func applied(_ list: String) throws -> String {
    let outcome = try outcome(of: list)
    #expect(outcome.obstacles == [:])
    return try #require(outcome.text)
  }

  @Test func aFileThatNoMutantEditsIsCopiedUnchanged() throws {
    #expect(try applied("") == Self.source)
  }

  @Test func removedLinesRunUnlessTheMutantIsOn() throws {
    let text = try applied(
      """
      mutant keeps
      breaks dispose
      edit Sink.swift
      -first = nil
      """)
    #expect(
      text.contains(
        """
            first.dispose()
        if MutantSwitch.isOn(0) {
        } else {
            first = nil
        }
          }
        """))
  }

  @Test func addedLinesRunAtTheirPosition() throws {
    let text = try applied(
      """
      mutant replaces
      breaks dispose
      edit Sink.swift
      -first = nil
      +second = nil
      """)
    #expect(
      text.contains("if MutantSwitch.isOn(0) {\nsecond = nil\n} else {\n    first = nil\n}"))
  }

  @Test func contextLocatesLinesThatOccurTwice() throws {
    let text = try applied(
      """
      mutant quiet
      breaks dispose
      edit Sink.swift
       func stop() {
      -first.dispose()
       }
      """)
    let parts = text.split(separator: "func stop()")
    #expect(parts.count == 2)
    #expect(!parts[0].contains("MutantSwitch"))
    #expect(parts[1].contains("} else {\n    first.dispose()\n}"))
  }

  @Test func linesAreInsertedAfterTheirContext() throws {
    let text = try applied(
      """
      mutant chatty
      breaks dispose
      edit Sink.swift
       func stop() {
      +shout()
      """)
    #expect(text.contains("func stop() {\nif MutantSwitch.isOn(0) {\nshout()\n}\n    first"))
  }

  @Test func mutantsOfTheSameLinesShareOneIfStatement() throws {
    let text = try applied(
      """
      mutant one
      breaks dispose
      edit Sink.swift
      -first = nil
      mutant two
      breaks error
      edit Sink.swift
      -first = nil
      +second = nil
      """)
    #expect(
      text.contains(
        """
        if MutantSwitch.isOn(0) {
        } else if MutantSwitch.isOn(1) {
        second = nil
        } else {
            first = nil
        }
        """))
  }

  @Test func linesThatUseIsMutantAreNotWrappedInACondition() throws {
    let text = try applied(
      """
      mutant picky
      breaks dispose
      edit Sink.swift
      -first = nil
      +first = isMutant ? first : nil
      """)
    #expect(text.contains("first.dispose()\nfirst = MutantSwitch.isOn(0) ? first : nil\n  }"))
  }

  @Test(arguments: [
    ("-third = nil", Obstacle.matches(0, file: "Sink.swift", line: 3)),
    ("-first.dispose()", .matches(2, file: "Sink.swift", line: 3)),
  ])
  func anEditThatDoesNotMatchExactlyOnceIsNotPlanted(hunk: String, obstacle: Obstacle) throws {
    let outcome = try outcome(of: "mutant m\nbreaks dispose\nedit Sink.swift\n\(hunk)")
    #expect(outcome.obstacles == [0: obstacle])
    #expect(outcome.text == Self.source)
  }

  @Test func anEditOfAMissingFileIsNotPlanted() throws {
    let outcome = try outcome(of: "mutant m\nbreaks error\nedit Sunk.swift\n-x")
    #expect(outcome.obstacles == [0: .unknownFile("Sunk.swift", line: 3)])
    #expect(outcome.text == Self.source)
  }

  @Test func theSecondOfTwoOverlappingEditsIsNotPlanted() throws {
    let outcome = try outcome(
      of: """
        mutant a
        breaks dispose
        edit Sink.swift
         func dispose() {
        -first.dispose()
        -first = nil
        mutant b
        breaks dispose
        edit Sink.swift
        -first = nil
        """)
    #expect(outcome.obstacles == [1: .overlap(with: "a", file: "Sink.swift", line: 9)])
    #expect(outcome.text?.contains("MutantSwitch.isOn(0)") == true)
    #expect(outcome.text?.contains("MutantSwitch.isOn(1)") == false)
  }

  @Test func obstaclesOfOneMutantDoNotAffectAnother() throws {
    let outcome = try outcome(
      of: """
        mutant a
        breaks dispose
        edit Sink.swift
        -third = nil
        mutant b
        breaks dispose
        edit Sink.swift
        -first = nil
        """)
    #expect(outcome.obstacles.keys.sorted() == [0])
    #expect(outcome.text?.contains("MutantSwitch.isOn(1)") == true)
  }

  /// One edit of a mutant without the others may not compile, for example if the mutant removes a
  /// declaration and its uses.
  @Test func aMutantIsNotPlantedIfOneOfItsEditsDoesNotMatch() throws {
    let outcome = try outcome(
      of: """
        mutant a
        breaks dispose
        edit Sink.swift
        -third = nil
        edit Sink.swift
        -first = nil
        mutant b
        breaks dispose
        edit Sink.swift
         func dispose() {
        -first.dispose()
        edit Sink.swift
         func dispose() {
        -first.dispose()
        -first = nil
        mutant c
        breaks dispose
        edit Sink.swift
        -first = nil
        """)
    #expect(
      outcome.obstacles == [
        0: .matches(0, file: "Sink.swift", line: 3),
        1: .overlap(with: "b", file: "Sink.swift", line: 12),
      ])
    #expect(outcome.text?.contains("MutantSwitch.isOn(0)") == false)
    #expect(outcome.text?.contains("MutantSwitch.isOn(1)") == false)
    #expect(outcome.text?.contains("MutantSwitch.isOn(2)") == true)
  }

  @Test func aMutantIsNotPlantedIfItsEditOfAnotherModuleDoesNotMatch() throws {
    let mutants = try MutantList(
      parsing: """
        mutant a
        breaks dispose
        edit Sink.swift
        -first = nil
        edit Others/Bag.swift
        -bag.drop()
        """
    ).mutants
    for (text, isPlanted) in [("bag.drop()", true), ("bag.clear()", false)] {
      let result = MutantSchemata(mutants).applied(
        to: ["Sink.swift": Self.source], besides: ["Others": ["Bag.swift": text]])
      #expect(result.copies["Sink.swift"]?.contains("MutantSwitch.isOn(0)") == isPlanted)
      #expect(
        result.obstacles == (isPlanted ? [:] : [0: .matches(0, file: "Bag.swift", line: 5)]))
      #expect(result.copies["Bag.swift"] == nil)
    }
  }

  @Test func warningsNameTheLineOfTheList() {
    #expect(
      Obstacle.matches(0, file: "Sink.swift", line: 7)
        .warning(aboutMutant: "forgetful", inList: "Sources/Mutants.txt")
        == "Sources/Mutants.txt:7: warning: the mutant forgetful is not planted: "
        + "the lines of its edit at Mutants.txt:7 are not in Sink.swift")
  }

  @Test(arguments: [
    (
      Obstacle.matches(0, file: "Sink.swift", line: 7),
      "the lines of its edit at Mutants.txt:7 are not in Sink.swift"
    ),
    (
      .matches(2, file: "Sink.swift", line: 7),
      "the lines of its edit at Mutants.txt:7 occur 2 times in Sink.swift; add context lines"
    ),
    (
      .unknownFile("Sunk.swift", line: 7),
      "no source file is named Sunk.swift, which its edit at Mutants.txt:7 changes"
    ),
    (
      .overlap(with: "bag-forgets", file: "Sink.swift", line: 7),
      "its edit at Mutants.txt:7 changes lines of Sink.swift that the mutant bag-forgets also changes"
    ),
  ])
  func messagesNameTheFileAndTheLine(obstacle: Obstacle, message: String) {
    #expect(obstacle.description == message)
  }
}
