// The storage of arrays, dictionaries, sets, deques, strings and key paths, with offsets in bytes.
//
// - `_ContiguousArrayStorage`: the count at 16, the capacity at 24, the elements from 32, aligned.
// - `_RawDictionaryStorage` and `_RawSetStorage`: the scale (the base-2 logarithm of the number of
//   buckets, 8 bits) at 32, the address of the keys at 48, the address of the values at 56 (only in
//   a dictionary), then a bitmap of the buckets in use.
// - The buffer of a deque: the capacity at 16, the count at 24, the first slot in use at 32, then
//   the slots.
// - Another managed buffer: see PlanBuilder+Slots.swift.
// - A key path: the size and the flags of the components at 24, the components from 32.
// - The storage of a string: the capacity for code units at 16, the code units from 32. If the
//   highest bit of the capacity is set, a reference to breadcrumbs follows the code units.
//
// Source: `ContiguousArrayBuffer.swift`, `ManagedBuffer.swift`, `DictionaryStorage.swift`,
// `SetStorage.swift`, `StringStorage.swift`, `KeyPath.swift` and `Deque+Storage.swift` in the Swift
// repository.

internal import OwnershipGraph

extension PlanBuilder {
  /// Returns the storage that follows the fields of an instance, and the kind of the instance. Only
  /// the storage classes of collections, strings and key paths have such storage.
  func storage(of metadata: Metadata) -> (ObjectPlan.Tail, ObjectGraph.Kind) {
    guard let level = ClassMetadata(metadata) else { return (.none, .classInstance) }
    if let deque = dequeStorage(of: level) { return (deque, .classInstance) }
    guard level.descriptor.module == "Swift" else { return (.none, .classInstance) }
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
    case "__StringStorage": return (.string, .classInstance)
    case let name where name.hasSuffix("KeyPath"): return (.keyPath, .classInstance)
    default: return (.none, .classInstance)
    }
  }

  /// Returns the storage of the buffer of a deque; `nil` for another class. The layout is the same
  /// in the standard library and in swift-collections.
  private func dequeStorage(of level: ClassMetadata) -> ObjectPlan.Tail? {
    guard level.descriptor.name == "_DequeBuffer",
      let buffer = level.superclass.flatMap(ClassMetadata.init),
      buffer.descriptor.name == "ManagedBuffer", buffer.descriptor.module == "Swift",
      let header = Metadata(buffer.genericArguments.address()).descriptor?.fields,
      (0..<header.count).map({ header[$0].name }) == ["capacity", "count", "startSlot"]
    else { return nil }
    let element = Metadata(buffer.genericArguments.address(8))
    let start = (40 + element.alignment - 1) & ~(element.alignment - 1)
    return .ring(start: start, element: repetition(of: element))
  }

  private func repetition(of element: Metadata) -> Repetition {
    Repetition(count: 0, stride: element.stride, steps: storedPlan(for: element).steps)
  }
}
