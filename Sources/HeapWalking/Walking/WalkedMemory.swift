/// The state of the objects' memory.
package enum WalkedMemory: Sendable {
  /// Every object is complete and is not written to.
  case still
  /// Objects may be under construction or destruction: memory of a running process that was copied
  /// by ``ForkedProcess``. A word that should be a reference is checked before it is followed.
  case inMotion
}
