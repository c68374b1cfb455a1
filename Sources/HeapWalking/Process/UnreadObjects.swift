import CRecorder

/// The objects that this analysis leaves out, because earlier analyses of the same heap crashed
/// while they read these objects.
///
/// The contents of such an object do not have the layout that its type describes: it was damaged,
/// or it was freed without a record. The analysis scans its bytes for addresses of other objects.
package struct UnreadObjects: Sendable {
  /// The addresses of single objects.
  private var objects: Set<UInt> = []
  /// The addresses of the metadata of types whose objects are all left out.
  private var types: Set<UInt> = []
  /// A description of the last crash: `crashed with signal 11 (SIGSEGV) while walking the objects`.
  /// It is empty if no object is left out.
  package private(set) var crash = ""

  /// Returns the objects that the parent process listed in the note. The result is empty if `note`
  /// is `nil`, as in a process that was not forked for an analysis.
  static func known(to note: UnsafeMutablePointer<lk_crash_note>?) -> Self {
    var unread = Self()
    guard var note = unsafe note?.pointee, note.unread_count > 0 else { return unread }
    let count = Int(note.unread_count)
    let entries = unsafe withUnsafeBytes(of: &note.unread) { bytes in
      unsafe Array(bytes.bindMemory(to: lk_object_read.self).prefix(count))
    }
    for entry in entries {
      if entry.object == 0 {
        unread.types.insert(~entry.metadata)
      } else {
        unread.objects.insert(~entry.object)
      }
    }
    let phase = unsafe withUnsafeBytes(of: &note.earlier_phase) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    unread.crash = "crashed with \(SignalName.description(of: note.earlier_signal)) while \(phase)"
    return unread
  }

  package var isEmpty: Bool { objects.isEmpty && types.isEmpty }

  /// Returns whether the analysis leaves out the object.
  package func contains(_ object: Address) -> Bool {
    objects.contains(object.bits) || types.contains(object.metadataWord)
  }
}
