public import LoopProof

/// A feature that is played by hand, line by line.
public protocol Play {
  /// What is seen before the first line.
  var opening: String { get throws }

  /// Takes one line in. Returns what is seen then.
  mutating func take(_ line: String) -> String

  /// Everything played so far.
  var transcript: Transcript { get throws }

  /// The first line of a journal of the play, from now on.
  mutating func beginJournal() throws -> String

  /// Goes on where a journal ends, and adds to it from now on.
  ///
  /// Returns what of the file was taken up.
  mutating func resume(_ journal: [UInt8]) throws -> TakenUp

  /// The lines that the journal lacks since it was asked for them last; none where there is no journal.
  mutating func newLines() throws -> [String]
}

/// What of a journal's file a play goes on from.
public struct TakenUp: Sendable {
  /// How many steps it told of, with the rest of the last.
  public let steps: Int
  /// How many bytes of it stay.
  public let length: Int
  /// What was wrong with a last line that broke off, if one did.
  public let broken: JournalFault?
  /// The lines that are to be added, for the last step is told in part.
  public let missing: [String]
}

/// What a person typed makes no sense here.
struct PlayFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
