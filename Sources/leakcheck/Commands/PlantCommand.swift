import Findings

/// `leakcheck plant`: leaks a known cycle, which `leakcheck doctor` must find.
struct PlantCommand {
  /// An object that its own handler retains.
  final class PlantedLeak {
    var handler: (() -> Void)?
    var count = 0
  }

  @inline(never) func run() -> Int32 {
    let planted = PlantedLeak()
    planted.handler = { planted.count += 1 }
    planted.handler?()
    return ExitStatus.clean
  }
}
