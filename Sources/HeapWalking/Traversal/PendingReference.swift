/// A reference that has been read, but whose target has not been numbered yet.
struct PendingReference: BitwiseCopyable {
  var target: UInt
  var slot: NumberSlot
}
