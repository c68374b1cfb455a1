import Testing

@testable import mutate

/// What an edit of a source file becomes, and why some are refused.
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

  private func applied(_ list: String) throws -> String {
    let mutants = try MutantList(parsing: list).mutants
    return try MutantSchemata(mutants).applied(to: Self.source, file: "Sink.swift")
  }

  @Test func aFileThatNoMutantEditsIsCopiedAsItIs() throws {
    let text = try MutantSchemata([]).applied(to: Self.source, file: "Sink.swift")
    #expect(text == Self.source)
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

  @Test func addedLinesRunInTheirPlace() throws {
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

  @Test func contextFindsThePlaceOfLinesThatOccurTwice() throws {
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

  @Test func linesAreInsertedBehindTheirContext() throws {
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

  @Test func mutantsOfTheSameLinesShareOneQuestion() throws {
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

  @Test func linesThatPlaceTheSwitchThemselvesAreTakenAsTheyAre() throws {
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
    ("-third = nil", MutationError.matches(0, mutant: "m", file: "Sink.swift", line: 3)),
    ("-first.dispose()", MutationError.matches(2, mutant: "m", file: "Sink.swift", line: 3)),
  ])
  func anEditThatDoesNotMatchExactlyOnceIsRefused(hunk: String, error: MutationError) {
    #expect(throws: error) {
      try applied("mutant m\nbreaks dispose\nedit Sink.swift\n\(hunk)")
    }
  }

  @Test func anEditOfAFileThatIsNotThereIsRefused() throws {
    let list = try MutantList(parsing: "mutant m\nbreaks error\nedit Sunk.swift\n-x")
    #expect(throws: MutationError.unknownFile(mutant: "m", file: "Sunk.swift")) {
      try MutantSchemata(list.mutants).checkFiles(["Sink.swift"])
    }
  }

  @Test func editsThatOverlapInPartAreRefused() {
    #expect(throws: MutationError.overlap(mutant: "a", other: "b", file: "Sink.swift")) {
      try applied(
        """
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
    }
  }

  @Test func messagesNameTheMutantTheFileAndTheLine() {
    #expect(
      MutationError.matches(2, mutant: "m", file: "Sink.swift", line: 7).description
        == "mutant m: the lines of its edit (line 7 of the list) are 2 times in Sink.swift;"
        + " add context lines")
    #expect(
      MutationError.unknownFile(mutant: "m", file: "Sunk.swift").description
        == "mutant m: no source file is named Sunk.swift")
  }
}
