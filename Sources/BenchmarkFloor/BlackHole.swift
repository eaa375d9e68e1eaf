/// Where measured observers put what they were told.
///
/// Nobody reads it, and the compiler cannot know that: it is public, in another module than those who write to it.
@MainActor public var blackHole = 0

/// Returns its argument, of which the compiler then knows nothing: what is done with it cannot be computed in advance.
@inline(never) public func unforeseen<Value>(_ value: Value) -> Value { value }
