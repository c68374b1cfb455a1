/// The state of the memory that is walked.
package enum WalkedMemory: Sendable {
  /// Every object is complete, and no thread writes to an object.
  case stable
  /// Objects may be under construction or destruction, because ``ForkedProcess`` copied the memory
  /// of a running process. A word is checked before it is followed as a reference.
  case changing
}
