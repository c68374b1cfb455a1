/// Whether the objects' memory can be believed.
package enum WalkedMemory: Sendable {
  /// Every object is complete and is not written to.
  case still
  /// Objects may be half made or half destroyed: a copy of a running process, taken
  /// by ``ForkedProcess``. A word that should be a reference is looked at before it
  /// is followed.
  case inMotion
}
