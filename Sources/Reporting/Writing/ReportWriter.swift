import Foundation

/// A type that writes the files of a report to the output folder, all of them or none.
///
/// Every file is first written under a temporary name beside its target. After that, the files are
/// renamed one by one. Before each rename, an existing file at the target gets a second name. If a
/// rename fails, earlier renames are undone, so that a full disk leaves an older report unchanged.
package struct ReportWriter: Sendable {
  private let folder: URL
  /// See ``ReportFormat/fileOpenings``.
  private let fileOpenings: [String: String]
  /// See ``ReportFormat/graphOpenings``.
  private let graphOpenings: [String: String]

  init(folder: URL, fileOpenings: [String: String], graphOpenings: [String: String]) {
    self.folder = folder
    self.fileOpenings = fileOpenings
    self.graphOpenings = graphOpenings
  }

  /// Writes the files, and removes all other files that earlier runs wrote: reports in other
  /// formats, and graphs.
  ///
  /// - Parameters:
  ///   - files: The files of the report; empty to only remove files.
  ///   - keepsOthers: A Boolean value indicating whether no file is removed.
  /// - Throws: ``ReportWritingError``. In this case, the folder is unchanged.
  package func write(
    _ files: [OutputFile], keepsOthers: Bool = false
  ) throws(ReportWritingError) {
    var exchange = FileExchange()
    do {
      try exchange.makeFolder(folder)
    } catch {
      throw undo(&exchange, after: error)
    }
    // The folder is locked until the changes are complete or undone.
    let lock = FolderLock(of: folder)
    do {
      if lock.isExclusive {
        for used in [folder, folder.appending(path: "graphs")] {
          FileExchange.removeRemains(in: used)
        }
      }
      for file in files {
        let target = folder.appending(path: file.path)
        let parent = target.deletingLastPathComponent()
        try exchange.makeFolder(parent)
        guard !isFolder(target) else { throw ReportWritingError.isFolder(path: target.path) }
        try exchange.stage(Data(file.contents.utf8), for: target)
      }
      if !keepsOthers {
        let paths = Set(files.map(\.path))
        for file in staleReports(keeping: paths) + staleGraphs(keeping: paths) {
          exchange.stageRemoval(of: file)
        }
      }
      try exchange.commit()
      _ = lock.isExclusive
    } catch {
      let error = undo(&exchange, after: error)
      _ = lock.isExclusive
      throw error
    }
  }

  /// Undoes the changes, and returns the error to throw.
  private func undo(_ exchange: inout FileExchange, after error: any Error) -> ReportWritingError {
    exchange.rollBack()
    return error as? ReportWritingError
      ?? .notWritable(path: folder.path, cause: SystemError.cause(of: error))
  }

  private func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }

  /// Returns the files in the folder itself that an earlier run wrote and this run does not write.
  ///
  /// Files that this program did not write are excluded.
  private func staleReports(keeping paths: Set<String>) -> [URL] {
    fileOpenings.sorted { $0.key < $1.key }.filter { !paths.contains($0.key) }
      .filter { isFile(folder.appending(path: $0.key), startingWith: $0.value) }
      .map { folder.appending(path: $0.key) }
  }

  /// Returns the files in `graphs/` that an earlier run wrote and this run does not write.
  ///
  /// Files that this program did not write are excluded.
  private func staleGraphs(keeping paths: Set<String>) -> [URL] {
    let graphs = folder.appending(path: "graphs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: graphs.path)) ?? []
    let stale = names.filter { name in
      // Hidden files are the temporary files of this run, which have not been renamed yet.
      !name.hasPrefix(".") && !paths.contains("graphs/\(name)")
        && isOwn(graphs.appending(path: name))
    }
    // Graphviz may have drawn a stale `.dot` file. The drawing is removed together with the file.
    let drawn = stale.filter { $0.hasSuffix(".dot") }.map { $0.dropLast(4) + ".svg" }
      .filter { names.contains($0) && !paths.contains("graphs/\($0)") }
    return Set(stale + drawn).sorted().map { graphs.appending(path: $0) }
  }

  private func isOwn(_ file: URL) -> Bool {
    guard let opening = graphOpenings[file.pathExtension] else { return false }
    return isFile(file, startingWith: opening)
  }

  /// Returns whether a regular file exists and begins with some text.
  private func isFile(_ file: URL, startingWith opening: String) -> Bool {
    var status = stat()
    guard unsafe lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let handle = try? FileHandle(forReadingFrom: file)
    else { return false }
    let bytes = Data(opening.utf8)
    return bytes.isEmpty || (try? handle.read(upToCount: bytes.count)) == bytes
  }
}
