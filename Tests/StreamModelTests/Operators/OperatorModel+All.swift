extension OperatorModel {
  /// All operators with models.
  static var all: [OperatorModel] {
    elementwise + limiting + combining + flattening + handling + timed + ticking + sharing
  }
}
