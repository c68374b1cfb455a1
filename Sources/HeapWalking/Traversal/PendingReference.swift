/// A reference that was read but not numbered yet.
struct PendingReference: BitwiseCopyable {
  var target: UInt
  var slot: NumberSlot
}
