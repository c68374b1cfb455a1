import Foundation

/// A set of files that are replaced or removed together: either all of them or none.
///
/// If the process is killed between two renames, old and new files may be mixed, but each file is
/// complete.
struct FileExchange {
  /// The prefix of the names of temporary files. They are hidden, and no report file has this
  /// prefix.
  private static let prefix = ".leakcheck-"

  /// One file and the change to make.
  private struct Change {
    var target: URL
    /// The temporary file with the new contents; `nil` for a file to remove.
    var staged: URL?
    /// A second name of the existing file, from which the file can be restored; `nil` until the
    /// file is about to be replaced.
    var backup: URL?
    var isDone = false
  }

  private var changes: [Change] = []
  /// Folders created for new files, outermost first.
  private var newFolders: [URL] = []

  /// Creates a folder and its parents, if they do not exist.
  mutating func makeFolder(_ folder: URL) throws {
    var missing: [URL] = []
    var next = folder.standardizedFileURL
    while next.path != "/", !FileManager.default.fileExists(atPath: next.path) {
      missing.append(next)
      next = next.deletingLastPathComponent()
    }
    newFolders += missing.reversed()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes the temporary files of a process that was killed while it exchanged files in a folder.
  ///
  /// Only the process that holds the ``FolderLock`` of the output folder may call this method.
  static func removeRemains(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.wholeMatch(of: #/\.leakcheck-[0-9]+-(new|old)-.*/#) != nil {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// Writes new contents to a temporary file beside the target.
  mutating func stage(_ data: Data, for target: URL) throws {
    let staged = Self.name(for: target, "new")
    changes.append(Change(target: target, staged: staged))
    try data.write(to: staged)
  }

  mutating func stageRemoval(of target: URL) {
    changes.append(Change(target: target, staged: nil))
  }

  /// Renames every new file to its final name, and removes the files that were passed to
  /// ``stageRemoval(of:)``.
  ///
  /// - Throws: The error of the first failure. Call ``rollBack()`` to restore the files that have
  ///   already changed.
  mutating func commit() throws {
    for index in changes.indices {
      try keepBackup(index)
      if let staged = changes[index].staged {
        try Self.rename(staged, changes[index].target)
      } else {
        try FileManager.default.removeItem(at: changes[index].target)
      }
      changes[index].isDone = true
    }
    // The exchange is complete, so a failure to remove a backup is not an error.
    for change in changes {
      if let backup = change.backup { try? FileManager.default.removeItem(at: backup) }
    }
  }

  /// Restores replaced files and removes temporary files.
  mutating func rollBack() {
    for change in changes.reversed() {
      if change.isDone, let backup = change.backup {
        try? Self.rename(backup, change.target)
      } else if change.isDone {
        try? FileManager.default.removeItem(at: change.target)
      } else if let backup = change.backup {
        try? FileManager.default.removeItem(at: backup)
      }
      if !change.isDone, let staged = change.staged {
        try? FileManager.default.removeItem(at: staged)
      }
    }
    changes = []
    // `rmdir` removes only empty folders.
    for folder in newFolders.reversed() { _ = unsafe rmdir(folder.path) }
    newFolders = []
  }

  /// Keeps the existing file under a second name: as a hard link or, if the file system does not
  /// support hard links, as a copy.
  private mutating func keepBackup(_ index: Int) throws {
    let target = changes[index].target
    guard FileManager.default.fileExists(atPath: target.path) else { return }
    let backup = Self.name(for: target, "old")
    try? FileManager.default.removeItem(at: backup)
    changes[index].backup = backup
    do {
      try FileManager.default.linkItem(at: target, to: backup)
    } catch {
      try FileManager.default.copyItem(at: target, to: backup)
    }
  }

  private static func name(for target: URL, _ part: String) -> URL {
    target.deletingLastPathComponent().appending(
      path:
        "\(prefix)\(ProcessInfo.processInfo.processIdentifier)-\(part)-\(target.lastPathComponent)")
  }

  /// Renames a file atomically, replacing an existing file.
  private static func rename(_ source: URL, _ target: URL) throws {
    // `rename` reads the two strings, which are alive during the call.
    guard unsafe Foundation.rename(source.path, target.path) == 0 else {
      throw ReportWritingError.notWritable(
        path: target.path, cause: SystemError.message(for: errno))
    }
  }
}
