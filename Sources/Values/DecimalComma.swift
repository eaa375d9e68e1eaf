extension String {
  /// Returns the text of a number that a person typed, with a decimal point in place of a decimal comma.
  ///
  /// `3,50` becomes `3.50`. A comma is a decimal comma if only digits surround it. Any other text is returned unchanged.
  ///
  /// - Throws: An error if the comma may also separate thousands, as in `1,234`: one to three digits before it, the first
  ///   of which is not zero, and three digits after it.
  package func replacingDecimalComma() throws(AmbiguousCommaError) -> String {
    let sign = prefix { $0 == "-" || $0 == "+" }
    let parts = utf8.dropFirst(sign.utf8.count).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard sign.utf8.count <= 1, parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else {
      return self
    }
    let (whole, decimals) = (Substring(parts[0]), Substring(parts[1]))
    if parts[1].count == 3, parts[0].count <= 3, parts[0].first != UInt8(ascii: "0") {
      throw AmbiguousCommaError(withoutComma: "\(sign)\(whole)\(decimals)", withPoint: "\(sign)\(whole).\(decimals)")
    }
    return "\(sign)\(whole).\(decimals)"
  }
}

/// The error of a comma that may be a decimal comma or may separate thousands.
package struct AmbiguousCommaError: Error {
  /// The number if the comma separates thousands.
  package let withoutComma: String
  /// The number if the comma is a decimal comma.
  package let withPoint: String
}
