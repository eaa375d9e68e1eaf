/// A value that is stored apart from the value it belongs to.
///
/// A large property that is seldom set is boxed, so that the structure that contains it is faster to copy.
indirect enum Boxed<Value> {
  case value(Value)

  init(_ value: Value) { self = .value(value) }

  var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}

extension Boxed: Equatable where Value: Equatable {}

extension Boxed: Hashable where Value: Hashable {}

extension Boxed: Sendable where Value: Sendable {}

// The box is not visible in the encoding.
extension Boxed: Codable where Value: Codable {
  init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
