import Foundation

/// A change to a source file, parsed from the tool's description.
struct SourceEdit: Hashable {
  enum Change: Hashable {
    /// `[weak self]`; `name` is `nil` if the tool reports only the type of the captured object.
    case weakCapture(name: String?, type: String)
    /// `weak var parent`
    case weakProperty(name: String)
    /// `use sink with [weak self] in place of assign(to:on:)`
    case sinkForAssign
  }

  /// The error for an edit whose description contains no code that a person could type.
  struct NotTypable: Error, CustomStringConvertible {
    var description: String
  }

  var change: Change
  var file: String
  var line: Int
  /// The nesting depth of the closure; 0 if the edit is not in a closure, for example because a
  /// method is passed in place of one.
  var depth: Int

  init(of broken: ToolReport.Break, in source: String) throws {
    let advice = broken.advice
    file = broken.location?.file ?? ""
    line = broken.location?.line ?? 0
    depth = source.matches(of: #/closure #\d+/#).count
    if let match = advice.wholeMatch(of: #/\[weak (\w+)\](, if another object owns .*)?/#) {
      change = .weakCapture(name: String(match.1), type: "")
    } else if advice.contains(#/^pass \{ \[weak self\] in self\?\.\w+\(…\) \} in place of /#) {
      change = .weakCapture(name: "self", type: "")
    } else if let match = advice.wholeMatch(of: #/\[weak …\], the captured (\w+)/#) {
      change = .weakCapture(name: nil, type: String(match.1))
    } else if let match = advice.prefixMatch(of: #/(weak var|unowned let|unowned var) (\w+)/#) {
      change = .weakProperty(name: String(match.2))
    } else if advice.hasPrefix("use sink with [weak self]") {
      change = .sinkForAssign
      return
    } else {
      throw NotTypable(description: "\(advice) (\(source))")
    }
    guard line > 0 else { throw NotTypable(description: "no line for \(advice) (\(source))") }
  }
}
