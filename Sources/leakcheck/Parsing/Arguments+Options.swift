extension Arguments {
  /// Reads all options and stores their values in `target`.
  ///
  /// - Parameters:
  ///   - options: The known options.
  ///   - target: The value in which the options are stored.
  ///   - maxOperands: The maximum number of arguments that are not options.
  /// - Returns: The arguments that are not options.
  /// - Throws: ``CommandError`` for an unknown option, an invalid value or too many operands. For
  ///   an unknown option, the message suggests the nearest known option.
  mutating func read<Options>(
    _ options: [OptionDeclaration<Options>], into target: inout Options, maxOperands: Int = 0
  ) throws(CommandError) -> [String] {
    var operands: [String] = []
    while let name = try nextOption(collecting: &operands, upTo: maxOperands) {
      guard let option = options.first(where: { $0.summary.name == name }) else {
        throw .unknown("option", name, among: options.map(\.summary.name) + ["--help"])
      }
      do throws(CommandError) {
        try option.read(&target, &self)
      } catch {
        throw CommandError(error.description, option: name)
      }
    }
    return operands
  }
}
