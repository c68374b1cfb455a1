import Streams

/// An object that sends its states through a subject of its own.
final class Form {
  /// A state with a reference to its form.
  final class State {
    let form: Form?
    private(set) weak var weakForm: Form?

    init(of form: Form?, weakly weakForm: Form? = nil) {
      self.form = form
      self.weakForm = weakForm
    }
  }

  private let states = BehaviorSubject<State?>(value: nil)

  /// The leaking form.
  func edit() { states.onNext(State(of: self)) }

  /// The fixed form.
  func editWeakly() { states.onNext(State(of: nil, weakly: self)) }

  var isEdited: Bool { ((try? states.value()) ?? nil) != nil }

  func reset() { states.onNext(nil) }
}

extension Form {
  static let shape = Shape(
    "Form", .valueRetainsItsSubject, through: "Form", "BehaviorSubject",
    leaking: { example { $0.edit() } }, fixed: { example { $0.editWeakly() } })

  private static func example(_ edit: (Form) -> Void) -> ShapeExample {
    let form = Form()
    edit(form)
    return ShapeExample(form, use: { form.isEdited }, end: form.reset)
  }
}
