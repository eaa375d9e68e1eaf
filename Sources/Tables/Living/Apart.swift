/// Holds a value that is large and seldom there apart from what it belongs to, which so is quicker to hand on.
indirect enum Apart<Value: Sendable>: Sendable {
  case holding(Value)

  init(_ value: Value) { self = .holding(value) }

  var value: Value {
    switch self {
    case .holding(let value): value
    }
  }
}
