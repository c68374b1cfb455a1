extension OperatorModel {
  /// Every operator that has a model.
  static var all: [OperatorModel] {
    elementwise + limiting + combining + flattening + handling + timed + ticking + sharing
  }
}
