/// The widths of text in Helvetica and in the metrically compatible fonts Arial, Liberation Sans
/// and Nimbus Sans.
///
/// Pictures are laid out with this table, so that their bytes are equal on every machine. A viewer
/// without these fonts scales its own font to the measured width.
enum FontMetrics {
  /// The font families of pictures, starting with fonts that have these widths.
  static let family = "Helvetica,Arial,sans-serif"

  /// Returns the width of a line of text, in the unit of `size`.
  static func width(of text: String, size: Double, isBold: Bool = false) -> Double {
    let thousandths = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    // Names are wider in Helvetica-Bold by about this factor.
    return Double(thousandths) * size / 1000 * (isBold ? 1.06 : 1)
  }

  /// Returns the longest prefix of a text that fits, with an ellipsis if the text is longer.
  static func fitted(_ text: String, size: Double, within limit: Double) -> String {
    guard width(of: text, size: size) > limit else { return text }
    var kept = ""
    var sum = width(of: "…", size: size)
    for character in text {
      sum += width(of: String(character), size: size)
      guard sum <= limit else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: ascii[Int(scalar.value) - 0x20]
    case 0x300...0x36F: 0
    case 0xA0...0x24F: 600
    case 0x2013: 556
    case 0x370...0x5FF: 700
    default: 1000
    }
  }

  /// The widths of the ASCII characters from space to tilde in thousandths of the font's size, from
  /// Adobe's font metrics for Helvetica.
  private static let ascii = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]
}
