// The storage of arrays, dictionaries and sets.
//
// `_ContiguousArrayStorage`: count at 16, capacity at 24, elements from 32, aligned.
// `_RawDictionaryStorage` and `_RawSetStorage`: scale (a power of two, 8 bits) at 32,
// keys' address at 48, values' at 56 (dictionary only), then a bitmap of the buckets
// in use. Source: `ContiguousArrayBuffer.swift`, `DictionaryStorage.swift` and
// `SetStorage.swift` in the Swift repository.

internal import OwnershipGraph

extension PlanBuilder {
  /// What follows the fields of an instance of a class of the standard library.
  func storage(of metadata: Metadata) -> (ObjectPlan.Tail, ObjectGraph.Kind) {
    guard let level = ClassMetadata(metadata), level.descriptor.module == "Swift" else {
      return (.none, .classInstance)
    }
    let arguments = level.genericArguments
    switch level.descriptor.name {
    case "_ContiguousArrayStorage":
      let element = Metadata(arguments.address())
      let start = (32 + element.alignment - 1) & ~(element.alignment - 1)
      return (.array(start: start, element: repetition(of: element)), .array)
    case "_DictionaryStorage":
      let value = Metadata(arguments.address(8))
      return (
        .hashTable(
          bitmap: 64, key: repetition(of: Metadata(arguments.address())),
          value: repetition(of: value)),
        .dictionary
      )
    case "_SetStorage":
      return (
        .hashTable(bitmap: 56, key: repetition(of: Metadata(arguments.address())), value: nil), .set
      )
    default: return (.none, .classInstance)
    }
  }

  private func repetition(of element: Metadata) -> Repetition {
    Repetition(count: 0, stride: element.stride, steps: store.steps(for: element))
  }
}
