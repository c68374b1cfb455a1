import Foundation
import KnownCode

/// The name of a closure's code, such as `closure #1 in FeedViewModel.start()`.
package struct ClosureName: Hashable {
  /// The readable name.
  package var text: String
  /// The type that declares the function around the closure, such as `FeedViewModel`.
  package var enclosingType: String?
  /// The module of the function around the closure; empty if the name does not contain it.
  package var module: String
  /// A Boolean value indicating whether the code only adapts the calling convention of another
  /// closure. Such code captures only the other closure.
  package var isThunk: Bool

  private static let forwarders = [
    "partial apply forwarder for ", "partial apply for ", "merged ", "specialized ", "outlined ",
    "await resume partial function for ", "suspend resume partial function for ",
    "async function pointer to ", "dispatch thunk of ",
  ]

  /// - Parameter demangled: The demangled symbol of a closure's code.
  package init(demangled: String) {
    let text = Self.withoutForwarders(Substring(OperatorName.masked(demangled)))
    isThunk = text.hasPrefix(CompilerCode.thunk) || text.hasPrefix("thunk for")
    let parts = Self.withoutLocalResult(
      Self.withWitnesses(DemangledText(text).split(at: " in ")))
    var names = parts.map(DeclarationName.init)
    // The compiler turns a method that is used as a value into two nested implicit closures.
    if names.count > 1, names[0].isImplicitClosure, names[1].isImplicitClosure {
      names.removeFirst()
      names[0].text = "method reference"
    }
    self.text =
      isThunk
      ? CompilerCode.thunk : OperatorName.unmasked(names.map(\.text).joined(separator: " in "))
    enclosingType = names.lazy.compactMap(\.enclosingType).first
    module = names.last?.module ?? ""
  }

  /// Replaces the three parts of a protocol witness, `protocol witness for Module.Protocol.f() ->
  /// ()`, `conformance App.Model : Module.Protocol` and `App`, with the method `App.Model.f() ->
  /// ()` that the witness calls. The optimizer inlines the method into the witness.
  private static func withWitnesses(_ parts: [Substring]) -> [Substring] {
    let (witness, conformance) = ("protocol witness for ", "conformance ")
    guard let index = parts.indices.dropLast(2).first(where: { parts[$0].hasPrefix(witness) }),
      parts[index + 1].hasPrefix(conformance)
    else { return parts }
    let names = DemangledText(
      withoutSignature(parts[index + 1].dropFirst(conformance.count))
    ).split(at: " : ")
    var method = parts[index].dropFirst(witness.count)
    let isStatic = method.hasPrefix("static ")
    if isStatic { method = method.dropFirst("static ".count) }
    guard names.count == 2, method.hasPrefix(names[1] + ".") else { return parts }
    let called = "\(isStatic ? "static " : "")\(names[0])\(method.dropFirst(names[1].count))"
    return parts[..<index] + [Substring(called)] + parts[(index + 3)...]
  }

  /// Removes the context of a local type from the result of the type's own function. The
  /// initializer of a local class has four parts: `init() -> Probe #1`, `App.f() -> ()`, `Probe #1`
  /// and `App.f() -> ()`. The second part, which is the context of the result, is removed.
  private static func withoutLocalResult(_ parts: [Substring]) -> [Substring] {
    for function in parts.indices {
      let rest = parts[function...]
      let type = function + rest.count / 2
      guard rest.count >= 4, rest.count.isMultiple(of: 2),
        parts[function].hasSuffix(" -> " + parts[type])
      else { continue }
      // The result of a failable initializer is optional.
      let (ofResult, ofType) = (parts[(function + 1)..<type], parts[(type + 1)...])
      let isEqual = zip(ofResult, ofType).allSatisfy { result, type in
        result == type || String(result) == type + "?"
      }
      if isEqual { return Array(parts[...function]) + Array(parts[type...]) }
    }
    return parts
  }

  /// Returns a name without the generic signature before it, such as `<A where A: App.P> `.
  private static func withoutSignature(_ name: Substring) -> Substring {
    guard name.first == "<" else { return name }
    return name.dropFirst(DemangledText(name).bracketed.count + 2).drop { $0 == " " }
  }

  /// Returns a demangled name without the descriptions of forwarders, specializations and parts of
  /// asynchronous functions before it.
  static func withoutForwarders(_ name: Substring) -> Substring {
    var rest = name
    while true {
      // The parts of an async function are numbered: `(1) await resume …`.
      if rest.first == "(", let end = rest.range(of: ") "),
        rest[..<end.lowerBound].dropFirst().allSatisfy(\.isNumber)
      {
        rest = rest[end.upperBound...]
      }
      if let forwarder = forwarders.first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(forwarder.count)
      } else if rest.hasPrefix("generic specialization <")
        || rest.hasPrefix("function signature specialization <")
        || rest.hasPrefix("generic not re-abstracted specialization <")
      {
        // The demangler writes no closing bracket for this one.
        let balanced = rest.replacing("[Closure Propagated : ", with: "Closure Propagated : ")
        guard let end = DemangledText(balanced).split(at: " of ").first, end.count < balanced.count
        else { return rest }
        rest = balanced.dropFirst(end.count + " of ".count)
      } else {
        return rest
      }
    }
  }
}
