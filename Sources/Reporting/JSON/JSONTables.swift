import Findings

/// Values that many cells and objects of a report have in common, written once and referred to by
/// index.
///
/// A matrix of thousands of cells has some hundred different references that endings cut; written
/// out in each cell, they would make the file four times as large.
struct JSONTables: Codable {
  /// A type's full name and module.
  struct QualifiedType: Codable, Hashable {
    var name: String
    var module: String
  }

  /// References that endings cut.
  private(set) var cuts: [CellReport.Cut] = []
  /// Names of objects that were freed or survived.
  private(set) var objects: [String] = []
  private(set) var types: [QualifiedType] = []

  private var placeOfCut: [CellReport.Cut: Int] = [:]
  private var placeOfObject: [String: Int] = [:]
  private var placeOfType: [QualifiedType: Int] = [:]

  private enum CodingKeys: CodingKey { case cuts, objects, types }

  init() {}

  mutating func place(of cut: CellReport.Cut) -> Int {
    Self.place(of: cut, in: &cuts, &placeOfCut)
  }

  mutating func place(of object: String) -> Int {
    Self.place(of: object, in: &objects, &placeOfObject)
  }

  mutating func place(of type: QualifiedType) -> Int {
    Self.place(of: type, in: &types, &placeOfType)
  }

  private static func place<Value: Hashable>(
    of value: Value, in table: inout [Value], _ places: inout [Value: Int]
  ) -> Int {
    if let place = places[value] { return place }
    places[value] = table.count
    table.append(value)
    return table.count - 1
  }
}

/// A value, or its index in one of the ``JSONTables``; schema 1.0 has only values.
enum JSONEntry<Value: Codable>: Codable {
  case value(Value)
  case place(Int)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let place = try? container.decode(Int.self) {
      self = .place(place)
    } else {
      self = .value(try container.decode(Value.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .value(let value): try container.encode(value)
    case .place(let place): try container.encode(place)
    }
  }

  /// Returns the value.
  ///
  /// - Throws: ``ReportReadingError`` if the table has no such index.
  func value(in table: [Value]) throws(ReportReadingError) -> Value {
    switch self {
    case .value(let value): return value
    case .place(let place):
      guard table.indices.contains(place) else {
        throw .inconsistent("it names place \(place) of a table of \(table.count)")
      }
      return table[place]
    }
  }
}

extension [JSONEntry<CellReport.Cut>] {
  func values(in table: [CellReport.Cut]) throws(ReportReadingError) -> [CellReport.Cut] {
    var values: [CellReport.Cut] = []
    for entry in self { values.append(try entry.value(in: table)) }
    return values
  }
}

extension [JSONEntry<String>] {
  func values(in table: [String]) throws(ReportReadingError) -> [String] {
    var values: [String] = []
    for entry in self { values.append(try entry.value(in: table)) }
    return values
  }
}
