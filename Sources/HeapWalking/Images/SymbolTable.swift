/// The names of the functions and data in the loaded images, looked up by address.
///
/// An image's file is read on the first query for an address in the image.
final class SymbolTable {
  /// A function in a binary.
  struct Function: Hashable {
    /// The mangled name.
    var name: String
    /// The path of the file that contains the function.
    var image: String
    /// The address of the function in the file.
    var fileAddress: UInt
    /// The size of the function's code in bytes; 0 if the symbol has no size.
    var size: UInt
  }

  private var images = LoadedImage.all()
  private(set) var files: [String: ELFSymbols] = [:]

  private func image(with address: Address) -> LoadedImage? {
    images.first { $0.range.contains(address.bits) }
  }

  /// Returns the image that contains `address`, after updating the list of images if necessary.
  private func currentImage(with address: Address) -> LoadedImage? {
    if let known = image(with: address) { return known }
    guard address.bits >= Address.lowest else { return nil }
    images = LoadedImage.all()
    return image(with: address)
  }

  private func symbols(of image: LoadedImage) -> ELFSymbols {
    if let known = files[image.path] { return known }
    let read = ELFSymbols.ofFile(image.path)
    files[image.path] = read
    return read
  }

  /// Returns the function whose code contains `address`.
  func function(at address: Address) -> Function? {
    guard let image = currentImage(with: address) else { return nil }
    let symbols = symbols(of: image)
    guard let symbol = symbols.symbol(containing: address.bits &- image.slide) else { return nil }
    return Function(
      name: symbols.name(of: symbol), image: image.path, fileAddress: symbol.value,
      size: symbol.size)
  }

  /// Returns whether the code of a Swift function starts at `address`. The result is `false` if the
  /// function has no symbol. It is also `false` for a function that C calls, whose symbol ends with
  /// `To`: C stores only the address of the code, so the next word is not the function's context.
  func isStartOfSwiftFunction(_ address: Address) -> Bool {
    guard let image = image(with: address) else { return false }
    let fileAddress = address.bits &- image.slide
    let symbols = symbols(of: image)
    guard let symbol = symbols.symbol(containing: fileAddress), symbol.isFunction,
      symbol.value == fileAddress
    else { return false }
    let name = symbols.name(of: symbol)
    return name.hasPrefix("$s") && !name.hasSuffix("To")
  }

  /// Returns the file that contains the code or data at `address`, and the address in that file.
  func codeLocation(of address: Address) -> (image: String, fileAddress: UInt)? {
    currentImage(with: address).map { ($0.path, address.bits &- $0.slide) }
  }

  /// Returns the function called `name` in the same file as `function`.
  func sibling(named name: String, of function: Function) -> Function? {
    guard let symbols = files[function.image], let symbol = symbols.symbol(named: name) else {
      return nil
    }
    return Function(
      name: name, image: function.image, fileAddress: symbol.value, size: symbol.size)
  }

  /// Returns the symbol of the type record at `address`, such as
  /// `get_type_metadata 15Synchronization5MutexVySiG noncopyable.2`; `nil` if there is none.
  func typeRecordName(at address: Address) -> String? {
    names(at: address).first { $0.hasPrefix("get_type_metadata ") }
  }

  /// Returns the names of the symbols at `address`.
  func names(at address: Address) -> [String] {
    guard let image = currentImage(with: address) else { return [] }
    let symbols = symbols(of: image)
    return symbols.symbols(at: address.bits &- image.slide).map { symbols.name(of: $0) }
  }

  /// Returns the variables whose mangled names begin with `prefix`, and their addresses, in the
  /// image that contains `neighbor`.
  ///
  /// - Complexity: O(symbols of the image).
  func variables(
    withPrefix prefix: String, near neighbor: Address
  ) -> [(name: String, address: Address)] {
    guard let image = currentImage(with: neighbor) else { return [] }
    let symbols = symbols(of: image)
    return symbols.symbols(withPrefix: prefix, areFunctions: false).map {
      (symbols.name(of: $0), Address($0.value &+ image.slide))
    }
  }

  /// Returns the address of a symbol; `nil` if it is not found. Any image may export the symbol. A
  /// symbol that is not exported must be in the image that contains `neighbor`.
  func address(ofSymbol name: String, near neighbor: Address) -> Address? {
    if let exported = RuntimeSymbol.address(of: name) { return exported }
    guard let image = currentImage(with: neighbor),
      let symbol = symbols(of: image).symbol(named: name)
    else { return nil }
    return Address(symbol.value &+ image.slide)
  }

  /// Returns the memory of a variable; `nil` if the image that contains `neighbor` does not define
  /// the variable.
  func memory(ofVariable name: String, near neighbor: Address) -> Range<UInt>? {
    guard let start = address(ofSymbol: name, near: neighbor)?.bits,
      let image = currentImage(with: neighbor),
      let size = symbols(of: image).symbol(named: name)?.size
    else { return nil }
    return start..<start + size
  }

  /// Returns the address of the descriptor of a nominal type or a protocol, given the demangled
  /// name of the descriptor's symbol. The descriptor is in the image that contains `neighbor`.
  ///
  /// - Complexity: O(symbols of the image) on the first query.
  func descriptor(named name: String, near neighbor: Address) -> Address? {
    guard let image = currentImage(with: neighbor) else { return nil }
    return symbols(of: image).descriptor(named: name).map { Address($0 &+ image.slide) }
  }

  /// Returns whether an image contains `address`. If so, the memory at the address is not on the
  /// heap.
  func isInImage(_ address: Address) -> Bool { image(with: address) != nil }
}
