import Foundation
import Reporting
import Testing

/// Tests that mutated input files are either accepted or rejected with a message, and never crash
/// the process. `LEAKCHECK_INPUT_MUTATIONS` is the number of mutated versions of each file.
@Suite struct InputFuzzTests {
  @Test func unmutatedExamplesAreRead() throws {
    for input in FuzzedInput.allCases { #expect(try !input.use(input.example).isEmpty) }
  }

  /// Each kind of file is tested in a separate process, so that a trap fails only its own test.
  @Test(arguments: FuzzedInput.allCases)
  func mutatedFilesAreReadOrRejectedWithAMessage(input: FuzzedInput) async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [input] in
      let example = try input.example
      let count = ProcessInfo.processInfo.environment["LEAKCHECK_INPUT_MUTATIONS"].flatMap {
        Int($0)
      }
      var used = 0
      for seed in 0..<(count ?? 200) {
        var mutator = Mutator(seed: UInt64(seed))
        let bytes = mutator.mutated(example)
        Self.note(seed)
        do {
          let text = try input.use(bytes)
          used += 1
          try #require(TerminalText(lines: text).description == text, "seed \(seed)")
        } catch let error where !(error is ExpectationFailedError) {
          let message = TerminalText(message: "\(error)", maxLength: 199).description
          try #require((1..<200).contains(message.count) && !message.contains("Error Domain"))
        }
      }
      // If no mutated file is accepted, only the reader is tested.
      try #require(used > (count ?? 200) / 50, "\(used) of \(count ?? 200) files were read")
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    if let last = output.split(separator: "\n").last, Test.current != nil {
      print("\(input): \(last)")
    }
  }

  /// Prints the number of a mutation before the mutated file is read. If the process traps, the
  /// last number is that of the mutation that caused the trap.
  private static func note(_ seed: Int) {
    print("mutation \(seed)")
    fflush(nil)
  }
}
