public import Foundation

/// Something that makes values of data: a decoder.
public protocol DataDecoder {
  /// The value of a type that data stands for.
  ///
  /// - Throws: If the data does not stand for such a value.
  func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ObservableType where Element == Data {
  /// A sequence of the values that this one's elements stand for.
  ///
  /// It fails with the decoder's error when one of them stands for none.
  public func decode<Item: Decodable, Decoder: DataDecoder>(
    type: Item.Type, decoder: Decoder
  ) -> Observable<Item> {
    map { try decoder.decode(type, from: $0) }
  }
}
