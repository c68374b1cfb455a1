internal import OwnershipGraph

extension HeapWalker {
  /// The maximum number of bytes that are searched for the function values of one object.
  private static let maxSearchedBytes = 1 << 20

  /// Returns the function values in the untyped memory of an object. This memory consists of the
  /// object's own bytes and of the memory blocks to which they refer, directly or through other
  /// such blocks. Blocks that are objects are not searched.
  ///
  /// A function value consists of the address of the closure's code and a reference to the
  /// closure's context. Function values in memory of known type are omitted, because a walk finds
  /// them. Function values whose code has no symbol are also omitted, because their first word
  /// cannot be distinguished from other words. A pointer to a C function followed by a reference is
  /// not a function value.
  ///
  /// - Parameters:
  ///   - contexts: The objects that may be contexts. Function values with other contexts are
  ///     omitted.
  ///   - bytesLeft: The number of bytes that may be read. This call subtracts the bytes that it
  ///     reads.
  ///   - isObject: A closure that returns whether an address is the address of an object.
  /// - Complexity: O(bytes of the memory), at most 1 MiB.
  package func functionValues(
    inMemoryOf object: UInt, withContexts contexts: Set<UInt>, bytesLeft: inout Int,
    isObject: (UInt) -> Bool
  ) -> [ObjectReferences.Reference] {
    let typed = Set(reading(of: Address(object)).references.compactMap { $0.slot?.address })
    var found: [ObjectReferences.Reference] = []
    var seen: Set<UInt> = [object]
    var open = [object]
    let minBytesLeft = max(0, bytesLeft - Self.maxSearchedBytes)
    while let block = open.popLast() {
      guard let size = live.size(of: block), size <= bytesLeft - minBytesLeft else { continue }
      bytesLeft -= size
      for address in stride(from: block, to: block + UInt(max(0, size - 7)), by: 8) {
        let word = Address(address).word()
        if contexts.contains(word) {
          guard address > block, !typed.contains(address) else { continue }
          let code = Address(address - 8).word()
          if symbols.isStartOfSwiftFunction(Address(code)) {
            let isProperty = block == object && isUndescribed(object)
            found.append(.untyped(word, in: address, code: code, isProperty: isProperty))
          }
        } else if live.size(of: word) != nil, !isObject(word), seen.insert(word).inserted {
          open.append(word)
        }
      }
    }
    return found
  }
}

extension ObjectReferences.Reference {
  /// Creates the reference to the context of a function value in untyped memory.
  fileprivate static func untyped(
    _ context: UInt, in word: UInt, code: UInt, isProperty: Bool
  ) -> Self {
    Self(
      target: context,
      label: isProperty
        ? ObjectGraph.Reference.storedProperty : ObjectGraph.Reference.untypedMemory,
      strength: .strong,
      evidence: .scanned, function: code, slot: ReferenceSlot(address: word, followsCode: true))
  }
}
