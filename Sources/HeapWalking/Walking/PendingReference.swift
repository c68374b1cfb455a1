/// A reference that was read and not yet numbered.
struct PendingReference: BitwiseCopyable {
  var target: UInt
  var place: NumberPlace
}
