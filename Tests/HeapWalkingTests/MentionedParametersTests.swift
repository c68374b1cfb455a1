import Testing

@testable import HeapWalking

@Suite struct MentionedParametersTests {
  private static let second = GenericParameter(depth: 0, index: 1)
  private static let inner = GenericParameter(depth: 1, index: 0)

  @Test(arguments: [
    ("Si", []),
    ("x", [GenericParameter.first]),
    ("Siyxq_G", [.first, second]),
    ("Siy7ElementSiQzqd__G", [.first, inner]),
    ("7ElementQyd__", [inner]),
    ("7ElementQy_Sg", [second]),
    ("xxQp_QP", [.first]),
    ("q0_", [GenericParameter(depth: 0, index: 2)]),
    ("qd0_1_", [GenericParameter(depth: 2, index: 2)]),
    ("4exqxV", []),
    ("xSqXw", [.first]),
    ("Siy$3_xG", [.first]),
    ("qd__Si_pIegnr_", [inner]),
    ("AxqBD", []),
    ("05OuterA5innerV", []),
  ])
  func genericParametersInAMangledNameAreFound(_ name: String, _ parameters: [GenericParameter]) {
    let mentioned = MentionedParameters(name)
    #expect(mentioned.parameters == Set(parameters))
    #expect(!mentioned.isUncertain)
  }

  @Test(arguments: ["9short", "q", "qd_", "0"])
  func aNameThatCannotBeParsedIsUncertain(_ name: String) {
    #expect(MentionedParameters(name).isUncertain)
  }
}
