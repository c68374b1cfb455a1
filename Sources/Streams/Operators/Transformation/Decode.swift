public import Foundation

/// A type that decodes values from data, such as `JSONDecoder`.
public protocol DataDecoder {
  /// Decodes a value from data.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: The encoded value.
  /// - Returns: The decoded value.
  /// - Throws: An error if the data does not contain a value of that type.
  func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ObservableType where Element == Data {
  /// Returns an observable sequence of the values decoded from the elements of this sequence.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - decoder: The decoder. It is called on the thread on which this sequence sends an element.
  /// - Returns: An observable sequence. It ends in the same way as this sequence, or fails with the
  ///   decoder's error if an element cannot be decoded.
  public func decode<Item: Decodable, Decoder: DataDecoder>(
    type: Item.Type, decoder: Decoder
  ) -> Observable<Item> {
    map { try decoder.decode(type, from: $0) }
  }
}
