public import LoopProof

/// A feature that is played by hand, line by line.
public protocol Play {
  /// What is seen before the first line.
  var opening: String { get throws }

  /// Takes one line in. Returns what is seen then.
  mutating func take(_ line: String) -> String

  /// Everything played so far.
  var transcript: Transcript { get throws }
}

/// What a person typed makes no sense here.
struct PlayFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
