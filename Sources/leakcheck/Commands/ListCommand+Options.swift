import Scenarios
import StreamCells

extension ListCommand {
  /// The options of `leakcheck list`.
  static var options: [OptionDeclaration<ListCommand>] {
    Selection.options(of: StreamCells.streamMatrix()).lifted(to: \.selection)
      + [
        OptionDeclaration("--mutants", "list the planted and the generated mistakes instead") {
          (command, _) in command.showsMutants = true
        },
        OptionDeclaration("--sources", "list the names of the sources instead") {
          (command, _) in command.lists = .sources
        },
        OptionDeclaration("--operators", "list the names of the operators instead") {
          (command, _) in command.lists = .operators
        },
      ].headed("Other lists")
  }
}
