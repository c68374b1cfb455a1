extension OperatorModel {
  /// All operators that have a model.
  static var all: [OperatorModel] {
    elementwise + limiting + combining + flattening + handling + timed + ticking + sharing
  }
}
