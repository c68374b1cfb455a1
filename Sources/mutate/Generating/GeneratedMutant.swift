/// A mutant that the generator created at one position of the library.
struct GeneratedMutant: Equatable {
  /// The kind of a mistake.
  enum Kind: String, CaseIterable {
    /// An assignment is removed.
    case droppedAssignment = "dropped-assignment"
    /// A call that disposes, removes, ends or stores an object is removed.
    case droppedCall = "dropped-call"
    /// A change of a number by 1 is removed.
    case droppedCount = "dropped-count"
    /// A disposal and the adjacent call are swapped.
    case swappedCalls = "swapped-calls"
    /// A condition of a `guard` always holds, or a condition of an `if` never does.
    case droppedCheck = "dropped-check"
    /// A condition of a `guard` or an `if` is inverted.
    case invertedCheck = "inverted-check"
    /// The owner of a disposable receives a disposable without effect instead.
    case forgottenDisposable = "forgotten-disposable"
    /// A weak or unowned capture becomes strong.
    case strongCapture = "strong-capture"
    /// An atomic exchange becomes a load and a store.
    case splitExchange = "split-exchange"
  }

  /// A text without line feeds to insert into the source text. Most mutants consist of two
  /// insertions that enclose a part of the source text.
  struct Insertion: Equatable {
    /// The offset of the insertion, in UTF-8 bytes of the source text.
    var offset: Int
    /// The text, in which `#` is replaced with the number of the mutant.
    var text: String
    /// The number of bytes between the two insertions of a pair: positive for the first insertion,
    /// negative for the second. It determines how pairs nest. For an insertion that belongs to no
    /// pair, the value determines only the order of the insertions at the same offset.
    var extent: Int
  }

  var file: String
  /// The line of the library that is changed, counted from 1.
  var line: Int
  var kind: Kind
  /// The types and the function around the edit, such as `AmbSink.next`.
  var scope = ""
  /// The source text that is changed, on one line.
  var sourceText: String
  var insertions: [Insertion]

  /// Creates a mutant that encloses a part of the text in two insertions.
  init(
    _ kind: Kind, file: String, line: Int, sourceText: String, around range: Range<Int>,
    prefix: String, suffix: String
  ) {
    self.init(
      kind, file: file, line: line, sourceText: sourceText,
      insertions: [
        Insertion(offset: range.lowerBound, text: prefix, extent: range.count),
        Insertion(offset: range.upperBound, text: suffix, extent: -range.count),
      ])
  }

  init(_ kind: Kind, file: String, line: Int, sourceText: String, insertions: [Insertion]) {
    self.kind = kind
    self.file = file
    self.line = line
    self.sourceText = sourceText
    self.insertions = insertions
  }

  /// The first and the last offset that is changed.
  var span: ClosedRange<Int> {
    let offsets = insertions.map(\.offset)
    return (offsets.min() ?? 0)...(offsets.max() ?? 0)
  }
}

extension GeneratedMutant {
  /// Returns the numbers that the mutants generated in a module may have. The mutants of
  /// `Mutants.txt` have lower numbers. `MutantSwitch` has memory for numbers below 8,192.
  static func numbers(in module: String) -> Range<Int> {
    module == "Streams" ? 1_000..<7_000 : 7_000..<8_192
  }
}

extension [GeneratedMutant] {
  /// Returns a text with the insertions of all mutants of the array. The number of lines does not
  /// change.
  ///
  /// - Parameter numbers: The number that identifies each mutant's switch.
  /// - Complexity: O(*n* log *n*) for *n* bytes and insertions.
  func applied(to text: String, numbers: [Int]) -> String {
    let bytes = Array<UInt8>(text.utf8)
    var insertions: [(insertion: GeneratedMutant.Insertion, number: Int)] = []
    for (mutant, number) in zip(self, numbers) {
      for insertion in mutant.insertions { insertions.append((insertion, number)) }
    }
    insertions.sort { Self.precedes($0, $1) }
    var result: [UInt8] = []
    var position = 0
    for (insertion, number) in insertions {
      result += bytes[position..<insertion.offset]
      result += Array<UInt8>(insertion.text.replacing("#", with: "\(number)").utf8)
      position = insertion.offset
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns whether an insertion precedes another one. At the same offset, ends of pairs precede
  /// beginnings of pairs. Of two ends, the end of the inner pair comes first. Of two beginnings,
  /// the beginning of the outer pair comes first.
  private static func precedes(
    _ first: (insertion: GeneratedMutant.Insertion, number: Int),
    _ second: (insertion: GeneratedMutant.Insertion, number: Int)
  ) -> Bool {
    let (one, other) = (first.insertion, second.insertion)
    if one.offset != other.offset { return one.offset < other.offset }
    let endings = (one.extent < 0, other.extent < 0)
    if endings.0 != endings.1 { return endings.0 }
    if one.extent != other.extent { return one.extent > other.extent }
    // If two mutants enclose the same text, the insertions of the mutant with the lower number are
    // outside the insertions of the other mutant.
    return endings.0 ? first.number > second.number : first.number < second.number
  }
}
