import Findings

/// `leakcheck completions SHELL`: prints the completions for a shell, or the manual page.
struct CompletionsCommand {
  enum Kind: String, CaseIterable {
    case bash, zsh, fish, manual
  }

  private let kind: Kind

  init(parsing arguments: [String]) throws(CommandError) {
    let known = Kind.allCases.map(\.rawValue)
    guard let word = arguments.first, arguments.count == 1 else {
      throw CommandError("completions expects one of: \(known.joined(separator: ", "))")
    }
    guard let kind = Kind(rawValue: word) else { throw .unknown("shell", word, among: known) }
    self.kind = kind
  }

  func run() -> Int32 {
    let text =
      switch kind {
      case .bash: ShellCompletion.bash
      case .zsh: ShellCompletion.zsh
      case .fish: ShellCompletion.fish
      case .manual: ManualPage.text
      }
    Console.print(document: text)
    return ExitStatus.clean
  }
}
