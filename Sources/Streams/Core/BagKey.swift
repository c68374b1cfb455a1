/// The key of an element of one bag, which does not use a key twice.
struct BagKey: Hashable, Sendable {
  let rawValue: UInt64
}
