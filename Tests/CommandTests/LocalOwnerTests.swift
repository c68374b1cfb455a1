import TestSupport
import Testing

/// Tests of objects that the runtime retains, and that a local variable of a function which has not
/// returned retains as well.
@Suite(.runsPrograms) struct LocalOwnerTests {
  private static let source = """
    import Foundation
    final class Meter: @unchecked Sendable { var count = 0 }
    final class Station { let meter: Meter; init(_ meter: Meter) { self.meter = meter } }
    @inline(never) func watch(_ meter: Meter, _ kind: String) {
      switch kind {
      case "block":
        DispatchQueue.global().asyncAfter(deadline: .now() + 1000) { meter.count += 1 }
      case "source":
        let source = DispatchSource.makeTimerSource()
        source.schedule(deadline: .now() + 1000)
        source.setEventHandler { withExtendedLifetime(source) { meter.count += 1 } }
        source.resume()
      case "observer":
        _ = NotificationCenter.default.addObserver(forName: .init("x"), object: nil, queue: nil) {
          _ in meter.count += 1
        }
      case "timer":
        RunLoop.main.add(
          Timer(timeInterval: 1000, repeats: true) { _ in meter.count += 1 }, forMode: .default)
      default: Task { try? await Task.sleep(for: .seconds(1000)); meter.count += 1 }
      }
    }
    @inline(never) func end() -> Never {
      waitUntilOthersSleep()
      exit(0)
    }
    @inline(never) func run(_ kind: String, keeping owner: String) {
      let meter = Meter()
      let station = Station(owner == "station" ? meter : Meter())
      watch(meter, kind)
      switch owner {
      case "meter": withExtendedLifetime(meter) { end() }
      case "station": keep(station)
      default: return
      }
    }
    @inline(never) func keep(_ station: Station) { withExtendedLifetime(station) { end() } }
    run(CommandLine.arguments[1], keeping: CommandLine.arguments[2])
    end()
    """

  @Test(arguments: ["-Onone", "-O"])
  func objectsThatALocalVariableAlsoRetainsAreNotReported(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      for kind in ["block", "source", "observer", "timer"] {
        for owner in ["meter", "station", "nothing"] {
          let result = try Tool.run(["exec", "--fail-on", "held", "--", program, kind, owner])
          let isHeld = result.errors.contains("held-by-runtime")
          #expect(isHeld == (owner == "nothing"), "\(kind), \(owner): \(result.errors)")
          #expect(result.status == (isHeld ? 1 : 0), "\(kind), \(owner): \(result.errors)")
        }
      }
    }
  }
  /// The frames of a task may own an object whose address they contain. A reference in another
  /// object shows that there is another owner, but a local variable with that address does not.
  @Test func aTaskIsNotTheOnlyOwnerOfAnObjectThatALocalVariableOwns() throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g"]) { program in
      for owner in ["meter", "station", "nothing"] {
        let result = try Tool.run(["exec", "--fail-on", "held", "--", program, "task", owner])
        let isHeld = result.errors.contains("held-by-runtime")
        #expect(isHeld == (owner != "station"), "\(owner): \(result.errors)")
      }
    }
  }
}
