/// The key of an element in a bag. A bag never uses a key twice.
struct BagKey: Hashable, Sendable {
  let rawValue: UInt64
}
