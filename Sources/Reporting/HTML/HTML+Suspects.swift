import Findings

extension HTML {
  /// Creates a list of source positions that may cause a finding or a failed matrix cell, in the
  /// given order.
  init(suspects: [Suspect]) {
    self.init(
      suspects.map { suspect -> HTML in
        "<span class=\"location\"><code>\(suspect.location)</code> <code>\(suspect.text)</code></span>"
      })
  }
}
