import Foundation

/// Files to be replaced or removed together: all of them, or none.
///
/// Not against a loss of power: between two renames the process can still be killed.
/// Each file on its own is then whole, the old one or the new one.
struct FileExchange {
  /// Hidden names that no report has.
  private static let prefix = ".leakcheck-"

  /// One file and its fate.
  private struct Change {
    var target: URL
    /// The new contents under a temporary name; `nil` where the file is to go.
    var staged: URL?
    /// What was there before, under a second name, once it may be lost.
    var backup: URL?
    var isDone = false
  }

  private var changes: [Change] = []
  /// Folders that were made for new files, outermost first.
  private var newFolders: [URL] = []

  /// Creates a folder and those around it, as far as they do not exist.
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

  /// Removes what a process left that was killed while it exchanged files in a folder.
  ///
  /// To be called by the only process that writes there; see ``FolderLock``.
  static func removeRemains(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.wholeMatch(of: #/\.leakcheck-[0-9]+-(new|old)-.*/#) != nil {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// Writes new contents beside a file.
  mutating func stage(_ data: Data, for target: URL) throws {
    let staged = Self.name(for: target, "new")
    changes.append(Change(target: target, staged: staged))
    try data.write(to: staged)
  }

  mutating func stageRemoval(of target: URL) {
    changes.append(Change(target: target, staged: nil))
  }

  /// Renames every file into its place.
  ///
  /// - Throws: At the first one that cannot be; ``rollBack()`` then puts back the others.
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
    // The new files are in their places: a backup that cannot be removed is no failure.
    for change in changes {
      if let backup = change.backup { try? FileManager.default.removeItem(at: backup) }
    }
  }

  /// Puts back what was there, as far as it was replaced, and removes what was staged.
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
    // Only those that are empty again are removed.
    for folder in newFolders.reversed() { _ = unsafe rmdir(folder.path) }
    newFolders = []
  }

  /// Gives what is there a second name: a link where the file system has them.
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

  /// Renames over what is there, in one step of the file system.
  private static func rename(_ source: URL, _ target: URL) throws {
    // `rename` reads the two strings that live through the call.
    guard unsafe Foundation.rename(source.path, target.path) == 0 else {
      throw ReportWritingError.notWritable(
        path: target.path, cause: SystemError.message(for: errno))
    }
  }
}
