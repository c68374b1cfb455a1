import CSwiftABI
import Testing

@testable import HeapWalking

@Suite struct MangledVariableTests {
  @Test(arguments: [
    // `queue: DispatchQueue?` in the module App, with a substitution for the word `Dispatch`.
    ("$s3App5queue8Dispatch0C5QueueCSgvp", "Si3App_Si5queue8Dispatch0C5QueueCSgt"),
    // `static var table: [String: Any]` of the enum `Cache`.
    ("$s3App5CacheO5tableSDySSypGvpZ", "3App5CacheO5table_SDySSypGt"),
    // A static variable of a private enum, and a private variable.
    (
      "$s3App5Cache33_EFF83A1F47B777EA672D48C97C71346FLLO1xypvpZ",
      "3App5Cache33_EFF83A1F47B777EA672D48C97C71346FLLO1x_ypt"
    ),
    (
      "$s3App1x33_EFF83A1F47B777EA672D48C97C71346FLLypvp",
      "Si3App_Si1xSi33_EFF83A1F47B777EA672D48C97C71346Fypt"
    ),
  ]) func aVariablesTypeIsTheLastElementOfATuple(symbol: String, tuple: String) {
    #expect(MangledVariable(symbol)?.tuple == tuple)
  }

  @Test(arguments: [
    "$s3App5CacheOMn", "$s3App1xSivau", "main", "$s3AppSivp", "$sSi3AppE1xypvpZ",
  ]) func symbolsOfOtherEntitiesAreRejected(symbol: String) {
    #expect(MangledVariable(symbol) == nil)
  }

  @Test(
    arguments: [
      ("$s3App1xSiSgvp", Int?.self as Any.Type), ("$s3App1xypvp", Any.self),
      ("$s3App4textSSvp", String.self), ("$s3App1fyycSgvp", (() -> Void)?.self),
    ] as [(String, Any.Type?)]) func theTypeOfAVariableIsResolved(symbol: String, type: Any.Type?)
  {
    let tuple = MangledVariable(symbol).flatMap {
      MangledName.type(named: $0.tuple, in: nil, arguments: Address(0))
    }
    #expect(tuple?.lastTupleElement?.type == type)
  }
}
