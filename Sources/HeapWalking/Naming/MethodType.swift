import Foundation

/// The parts of the type of a method that the source uses as a value. They are needed to write a
/// call of the method instead.
struct MethodType: Hashable {
  /// `try`, `await` or `try await` if a call needs it; otherwise `nil`.
  var callEffects: String?
  /// A Boolean value indicating whether the method returns a value that is not optional.
  var returnsValue: Bool
  /// The qualified name, without generic arguments, of the type that declares the method:
  /// `App.Model`; `nil` if it is unknown.
  var receiver: String?
  /// The number of the implicit closure that has the receiver as its parameter; `nil` if the
  /// receiver is unknown. Each use of a method in a function has a number of its own.
  var number: Int?

  /// - Parameter demangled: The demangled symbol of the code that the compiler generates for the
  ///   method: `implicit closure #2 (Swift.Int) async throws -> Swift.Bool in implicit closure #1
  ///   (App.Model) -> … in App.Model.start() -> ()`.
  /// - Returns: `nil` if the symbol is not that of an implicit closure, or if it contains no type.
  init?(ofImplicitClosure demangled: String) {
    let text = ClosureName.withoutForwarders(Substring(demangled))
    let functions = DemangledText(text).split(at: " in ")
    guard text.hasPrefix("implicit closure #"), let closure = functions.first else { return nil }
    let parts = DemangledText(closure).split(at: " -> ")
    guard parts.count > 1 else { return nil }
    let result = parts.dropFirst().joined(separator: " -> ")
    let words = DemangledText(parts[0]).split(at: " ")
    let needed = [
      words.contains { $0.hasPrefix("throws") } ? "try" : nil,
      words.contains("async") ? "await" : nil,
    ].compactMap { $0 }
    callEffects = needed.isEmpty ? nil : needed.joined(separator: " ")
    returnsValue = !["()", "Swift.Never"].contains(result) && !result.hasSuffix("?")
    let outer = functions.dropFirst().first
    receiver = outer.flatMap(Self.receiver)
    number =
      receiver == nil
      ? nil
      : outer.flatMap { Int($0.drop { $0 != "#" }.dropFirst().prefix(while: \.isNumber)) }
  }

  /// Returns the type of the parameter of `implicit closure #1 (App.Model) -> …`.
  private static func receiver(ofOuterClosure closure: Substring) -> String? {
    guard closure.hasPrefix("implicit closure #") else { return nil }
    let type = DemangledText(closure.drop { $0 != "(" }).bracketed.prefix { $0 != "<" }
    return type.isEmpty || type.contains(" ") ? nil : String(type)
  }
}
