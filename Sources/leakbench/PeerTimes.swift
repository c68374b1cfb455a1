import Foundation
import OwnershipGraph

/// The times that scipy and igraph take for a graph, measured in this run.
///
/// The graph is passed to Python in two files of 32-bit integers in a temporary folder.
struct PeerTimes {
  enum Time {
    case measured(seconds: Double, count: String)
    case notInstalled
  }

  /// The time of `scipy.sparse.csgraph.connected_components(connection='strong')`.
  private(set) var components = Time.notInstalled
  /// The time of `igraph.Graph.dominator(0, mode='out')`.
  private(set) var dominators = Time.notInstalled

  init(of rows: SparseRows) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "leakbench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.write(rows.offsets, to: folder.appending(path: "offsets"))
    try Self.write(rows.targets, to: folder.appending(path: "targets"))

    let python = Process()
    let output = Pipe()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", Self.script, folder.path]
    python.standardOutput = output
    python.standardError = FileHandle.nullDevice
    do { try python.run() } catch { return }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    python.waitUntilExit()
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 3, let seconds = Double(fields[1]) else { continue }
      let time = Time.measured(seconds: seconds, count: String(fields[2]))
      if fields[0] == "components" { components = time } else { dominators = time }
    }
  }

  private static func write(_ numbers: [UInt32], to file: URL) throws {
    // The closure only copies the array's bytes, so the pointer is not used after the closure
    // returns.
    let data = unsafe numbers.withUnsafeBytes { unsafe Data($0) }
    try data.write(to: file)
  }

  private static let script = """
    import sys, time
    try:
        import numpy as np
        offsets = np.fromfile(sys.argv[1] + '/offsets', np.uint32).astype(np.int32)
        targets = np.fromfile(sys.argv[1] + '/targets', np.uint32).astype(np.int32)
        count = len(offsets) - 1
    except ImportError:
        sys.exit(0)
    def median(runs, body):
        times = []
        for _ in range(runs):
            start = time.perf_counter()
            result = body()
            times.append(time.perf_counter() - start)
        return sorted(times)[runs // 2], result
    try:
        from scipy.sparse import csr_matrix
        from scipy.sparse.csgraph import connected_components
        matrix = csr_matrix((np.ones(len(targets)), targets, offsets), (count, count))
        seconds, result = median(3, lambda: connected_components(matrix, True, 'strong'))
        print('components', seconds, result[0], flush=True)
        del matrix, result
    except ImportError:
        pass
    try:
        import igraph
        sources = np.repeat(np.arange(count, dtype=np.int32), np.diff(offsets))
        graph = igraph.Graph(count, np.stack((sources, targets), axis=1), directed=True)
        del sources
        seconds, result = median(1, lambda: graph.dominator(0, mode='out'))
        print('dominators', seconds, sum(d >= -1 for d in result), flush=True)
    except ImportError:
        pass
    """
}
