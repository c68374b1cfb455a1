import Foundation

/// Measures each case whose name contains `filter`, and prints a table.
///
/// A row of the table contains two ratios: to OpenCombine in this run, and to the best peer. The
/// second ratio is computed with the project's table of peers.
@MainActor
func printComparison(filter: String) {
  print(
    "case".padding(toLength: 44, withPad: " ", startingAt: 0)
      + "Streams  OpenCombine   ratio   to the best peer")
  for each in cases where filter.isEmpty || each.name.contains(filter) {
    let (own, peer) = each.measure()
    let ratio = peer / own
    print(
      each.name.padding(toLength: 44, withPad: " ", startingAt: 0)
        + String(
          format: "%6.0fns %10.0fns %6.2fx %8.2fx", own, peer, ratio,
          ratio / each.bestOverOpenCombine))
  }
}
