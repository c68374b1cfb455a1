import Scenarios

extension Selection {
  /// Returns the options that select cells of a matrix.
  static func options(of matrix: Matrix) -> [OptionDeclaration<Selection>] {
    [
      OptionDeclaration("--filter", .text("TEXT"), "cells whose id contains the text") {
        (selection, arguments) throws(CommandError) in
        selection.filters += try arguments.values(of: "--filter")
      },
      OptionDeclaration(
        "--source", .some(of: matrix.sources, "NAMES"),
        "cells with these sources: create, PublishSubject, …"
      ) { (selection, arguments) throws(CommandError) in
        selection.sources += try arguments.values(
          of: "--source", called: "source", among: matrix.sources)
      },
      OptionDeclaration(
        "--operator", .some(of: matrix.operators, "NAMES"),
        "cells with these operators: direct, map, filter, …"
      ) { (selection, arguments) throws(CommandError) in
        selection.operators += try arguments.values(
          of: "--operator", called: "operator", among: matrix.operators)
      },
      OptionDeclaration(
        "--ending", .some(of: Ending.allCases.map(\.rawValue), "NAMES"),
        "cells with these endings: " + Ending.allCases.map(\.rawValue).joined(separator: ", ")
      ) { (selection, arguments) throws(CommandError) in
        selection.endings += try arguments.choices(of: "--ending", called: "ending")
      },
      OptionDeclaration(
        "--timing", .some(of: Timing.allCases.map(\.rawValue), "NAMES"),
        "cells that end at these times: "
          + Timing.allCases.map(\.rawValue).joined(separator: ", ")
      ) { (selection, arguments) throws(CommandError) in
        selection.timings += try arguments.choices(of: "--timing", called: "timing")
      },
    ].headed("Cells (to give several values, separate them by commas or repeat the option)")
  }
}
