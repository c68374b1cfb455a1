package import Foundation

/// Puts the files of a report into the output folder, all of them or none.
///
/// Every file is first written beside its place under a temporary name. Only when
/// all are on disk are they renamed, so that a full disk leaves an older report as
/// it was.
package struct ReportWriter: Sendable {
  private static let temporaryPrefix = ".leakcheck-"

  private let folder: URL

  package init(folder: URL) { self.folder = folder }

  /// Writes the files and removes graphs of earlier runs that are not among them.
  ///
  /// - Throws: ``ReportWritingError``; nothing is then half-written.
  package func write(_ files: [OutputFile]) throws(ReportWritingError) {
    var temporaries: [(temporary: URL, target: URL)] = []
    do {
      for file in files {
        let target = folder.appending(path: file.path)
        let parent = target.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        guard !isFolder(target) else { throw ReportWritingError.isFolder(path: target.path) }
        let temporary = parent.appending(
          path: "\(Self.temporaryPrefix)\(ProcessInfo.processInfo.processIdentifier)-"
            + target.lastPathComponent)
        temporaries.append((temporary, target))
        try Data(file.contents.utf8).write(to: temporary)
      }
      for (temporary, target) in temporaries { try replace(target, with: temporary) }
      try removeStaleGraphs(keeping: Set(files.map(\.path)))
    } catch {
      for (temporary, _) in temporaries { try? FileManager.default.removeItem(at: temporary) }
      if let error = error as? ReportWritingError { throw error }
      throw .notWritable(path: folder.path, cause: Self.cause(of: error))
    }
  }

  /// Renames over what is there, in one step of the file system.
  private func replace(_ target: URL, with temporary: URL) throws {
    // `rename` reads the two strings that live through the call.
    guard unsafe rename(temporary.path, target.path) == 0 else {
      throw ReportWritingError.notWritable(path: target.path, cause: Self.message(for: errno))
    }
  }

  private func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }

  /// Removes `graphs/*.dot` and `*.svg` that this run did not write.
  private func removeStaleGraphs(keeping paths: Set<String>) throws {
    guard paths.contains(where: { $0.hasPrefix("graphs/") }) else { return }
    let graphs = folder.appending(path: "graphs")
    for name in try FileManager.default.contentsOfDirectory(atPath: graphs.path) {
      let base = (name as NSString).deletingPathExtension
      let isGraph = name.hasSuffix(".dot") || name.hasSuffix(".svg")
      if isGraph, !paths.contains("graphs/\(base).dot") {
        try FileManager.default.removeItem(at: graphs.appending(path: name))
      }
    }
  }

  private static func cause(of error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return underlying.domain == NSPOSIXErrorDomain
      ? message(for: Int32(underlying.code)) : error.localizedDescription
  }

  private static func message(for code: Int32) -> String {
    // `strerror` gives a string that is valid until the next call; it is copied at once.
    unsafe String(cString: strerror(code))
  }
}

/// Why a report could not be written.
package enum ReportWritingError: Error, Equatable, CustomStringConvertible {
  /// The folder or a file in it cannot be created or replaced.
  case notWritable(path: String, cause: String)
  /// A folder stands where a file of the report belongs.
  case isFolder(path: String)

  package var description: String {
    switch self {
    case .notWritable(let path, let cause): "cannot write the report to \(path): \(cause)"
    case .isFolder(let path): "cannot write the report: \(path) is a folder"
    }
  }
}
