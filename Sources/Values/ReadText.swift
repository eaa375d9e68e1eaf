/// Reads a value that is written as text.
///
/// What the text should have been is said in the fault, as in "an amount such as 19.99".
func readText<Value: LosslessStringConvertible>(from decoder: any Decoder, expected: String) throws -> Value {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  guard let value = Value(text) else {
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not \(expected)")
  }
  return value
}
