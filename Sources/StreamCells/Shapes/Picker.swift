/// An object that owns a list, and is its delegate.
final class Picker {
  private(set) var picks = 0
  let list = PickerList()

  /// The leaking form.
  func assemble() { list.delegate = self }

  /// The fixed form.
  func assembleWeakly() { list.weakDelegate = self }

  func picked() { picks += 1 }
}

/// A list that notifies its delegate of selections.
final class PickerList {
  var delegate: Picker?
  weak var weakDelegate: Picker?

  func pick() { (delegate ?? weakDelegate)?.picked() }
}

extension Picker {
  static let shape = Shape(
    "Picker", .strongDelegate, through: "Picker", "PickerList",
    leaking: { example { $0.assemble() } }, fixed: { example { $0.assembleWeakly() } })

  private static func example(_ assemble: (Picker) -> Void) -> ShapeExample {
    let picker = Picker()
    assemble(picker)
    return ShapeExample(
      picker,
      use: {
        picker.list.pick()
        return picker.picks == 1
      },
      end: { picker.list.delegate = nil })
  }
}
