import Findings

/// Values that occur in many matrix cells and objects of a report. Each value is written once, and
/// cells and objects contain its index.
///
/// In a matrix of thousands of cells, the endings cut only a few hundred different references. If
/// each cell contained its references in full, the file would be four times as large.
struct JSONTables: Codable {
  /// A type's full name and module.
  struct QualifiedType: Codable, Hashable {
    var name: String
    var module: String
  }

  /// References that endings of a subscription cut, that is, cleared.
  private(set) var cuts: [CellReport.Cut] = []
  /// Ids of objects that matrix cells allocated or freed, and of objects that survived a cell.
  private(set) var objects: [String] = []
  private(set) var types: [QualifiedType] = []

  private var indexOfCut: [CellReport.Cut: Int] = [:]
  private var indexOfObject: [String: Int] = [:]
  private var indexOfType: [QualifiedType: Int] = [:]

  private enum CodingKeys: CodingKey { case cuts, objects, types }

  init() {}

  mutating func index(of cut: CellReport.Cut) -> Int {
    Self.index(of: cut, in: &cuts, &indexOfCut)
  }

  mutating func index(of object: String) -> Int {
    Self.index(of: object, in: &objects, &indexOfObject)
  }

  mutating func index(of type: QualifiedType) -> Int {
    Self.index(of: type, in: &types, &indexOfType)
  }

  private static func index<Value: Hashable>(
    of value: Value, in table: inout [Value], _ indices: inout [Value: Int]
  ) -> Int {
    if let index = indices[value] { return index }
    indices[value] = table.count
    table.append(value)
    return table.count - 1
  }
}

/// A value, or its index in one of the ``JSONTables``; schema 1.0 has only values.
enum JSONEntry<Value: Codable>: Codable {
  case value(Value)
  case index(Int)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let index = try? container.decode(Int.self) {
      self = .index(index)
    } else {
      self = .value(try container.decode(Value.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .value(let value): try container.encode(value)
    case .index(let index): try container.encode(index)
    }
  }

  /// Returns the value.
  ///
  /// - Throws: ``ReportDamage`` if the table has no such index.
  func value(in table: [Value]) throws(ReportDamage) -> Value {
    switch self {
    case .value(let value): return value
    case .index(let index):
      guard table.indices.contains(index) else {
        throw ReportDamage(
          "index \(index) is out of bounds for a table of "
            + ReportVocabulary.counted(table.count, "value"))
      }
      return table[index]
    }
  }
}

extension [JSONEntry<CellReport.Cut>] {
  func values(in table: [CellReport.Cut]) throws(ReportDamage) -> [CellReport.Cut] {
    var values: [CellReport.Cut] = []
    for entry in self { values.append(try entry.value(in: table)) }
    return values
  }
}

extension [JSONEntry<String>] {
  func values(in table: [String]) throws(ReportDamage) -> [String] {
    var values: [String] = []
    for entry in self { values.append(try entry.value(in: table)) }
    return values
  }
}
