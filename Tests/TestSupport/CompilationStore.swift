import Foundation

/// The results of compilations, each in a folder of its own.
///
/// A folder is named after a hash of everything that its result depends on, so that the paths of
/// sources in debug information stay valid. The folder also contains a record of these inputs and
/// of the result's files. The record is written last, so a folder without a record is incomplete.
struct CompilationStore: Sendable {
  private struct Record: Codable {
    var key: String
    var status: Int32
    var messages: String
    /// A description of each file, by its name.
    var files: [String: String]
  }

  /// The store in the folder for temporary files.
  ///
  /// The store is outside every package, because `leakcheck` searches the parent folders of a
  /// program and of its sources for a package, and the programs of a test must not belong to one.
  static let shared: CompilationStore = {
    let store = CompilationStore(
      folder: FileManager.default.temporaryDirectory.appending(path: "leakcheck-tests-\(getuid())"))
    store.removeOldResults()
    return store
  }()

  private static let recordName = ".record"

  let folder: URL

  /// Returns a result, which is compiled unless it exists. Other threads and processes that need
  /// the same result wait until it exists.
  func outcome(of compilation: Compilation) throws -> Compilation.Outcome {
    let key = try compilation.key
    let result = folder.appending(path: Self.hash(key))
    try FileManager.default.createDirectory(
      at: result, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try requireOwnFolder()
    return try withLock(result) {
      let recordFile = result.appending(path: Self.recordName)
      if let record = Self.record(recordFile), record.key == key,
        // A compiler that links an object file writes another file beside it.
        try Self.files(in: result).filter({ record.files[$0.key] != nil }) == record.files
      {
        // Sets the time of the last use.
        _ = unsafe utimensat(AT_FDCWD, recordFile.path, nil, 0)
        return Compilation.Outcome(
          folder: result, status: record.status, messages: record.messages)
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: result.path) {
        try FileManager.default.removeItem(at: result.appending(path: name))
      }
      let outcome = try compilation.compile(in: result)
      let record = Record(
        key: key, status: outcome.status, messages: outcome.messages,
        files: try Self.files(in: result))
      try JSONEncoder().encode(record).write(to: recordFile, options: .atomic)
      return outcome
    }
  }

  private static func record(_ file: URL) -> Record? {
    (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
  }

  private static func files(in folder: URL) throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 != recordName }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try fileIdentity(folder.appending(path: $0).path))
      })
  }

  /// Throws an error if another user may have written the results.
  private func requireOwnFolder() throws {
    var status = stat()
    guard unsafe lstat(folder.path, &status) == 0, status.st_uid == getuid(),
      status.st_mode & (S_IFMT | S_IWGRP | S_IWOTH) == S_IFDIR
    else {
      throw Compilation.Failed(
        description: "other users may be able to write to '\(folder.path)', so its compiled "
          + "results cannot be trusted")
    }
  }

  /// Runs `body` while no other thread and no other process runs it with the same folder.
  private func withLock<Value>(_ folder: URL, _ body: () throws -> Value) throws -> Value {
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Compilation.Failed(description: "\(folder.path) cannot be opened")
    }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        throw Compilation.Failed(description: "\(folder.path) cannot be locked")
      }
    }
    // A process that was forked in the meantime also has the descriptor, and would keep the lock.
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// Returns a hash that is the same in every process: the variant 1a of the algorithm by Fowler,
  /// Noll and Vo. Its quality does not matter, because the whole text is compared as well.
  private static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 36)
  }
}

// MARK: - Removal

extension CompilationStore {
  /// The age above which a result is removed, in seconds since its last use.
  private static let maxAge: TimeInterval = 7 * 24 * 3600
  /// The age up to which a result is kept in any case, because a test may be using it, in seconds
  /// since its last use.
  private static let minAge: TimeInterval = 3600
  /// The maximum size of all results, in bytes. If it is exceeded, the oldest results are removed.
  private static let maxTotalSize = 1 << 30

  /// Removes results that have not been used for a week, and the oldest ones if all results
  /// together are large.
  private func removeOldResults() {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    let results = names.map { name in
      let result = folder.appending(path: name)
      let used = [Self.recordName, ""].lazy.compactMap { part in
        let path = result.appending(path: part).path
        return try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date
      }.first
      return (url: result, age: -(used ?? .distantPast).timeIntervalSinceNow)
    }
    var size = 0
    for result in results.sorted(by: { $0.age < $1.age }) {
      size += Self.size(of: result.url)
      guard result.age > Self.minAge else { continue }
      if result.age > Self.maxAge || size > Self.maxTotalSize {
        try? files.removeItem(at: result.url)
      }
    }
  }

  private static func size(of folder: URL) -> Int {
    let files = FileManager.default
    return ((try? files.subpathsOfDirectory(atPath: folder.path)) ?? []).reduce(0) { sum, path in
      let attributes = try? files.attributesOfItem(atPath: folder.appending(path: path).path)
      return sum + ((attributes?[.size] as? Int) ?? 0)
    }
  }
}
