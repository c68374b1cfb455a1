import Foundation

/// Writes one line to standard error.
func printError(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}

/// Runs `body` several times, and returns the median time in seconds and the last result.
///
/// The function is not inlined, so that the optimizer cannot move work out of the timed part.
@inline(never)
func medianSeconds<Result>(runs: Int, _ body: () -> Result) -> (seconds: Double, result: Result) {
  let clock = ContinuousClock()
  var times: [Duration] = []
  var last: Result
  repeat {
    let start = clock.now
    last = body()
    times.append(clock.now - start)
  } while times.count < runs
  times.sort()
  return (times[times.count / 2] / .seconds(1), last)
}

/// Returns a number as text with a fixed number of decimals.
func decimals(_ value: Double, _ digits: Int = 2) -> String {
  value.formatted(.number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US")))
}
