/// Names an element of one bag; a bag never gives the same key twice.
struct BagKey: Hashable, Sendable {
  let rawValue: UInt64
}
