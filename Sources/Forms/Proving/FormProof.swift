public import Values

/// What can be made of a form by a person who changes it row by row, in any order: everything, over the values at which its
/// conditions change their minds.
///
/// ```swift
/// let proof = FormProof(of: form)
/// proof.neverSeen    // rows that nothing a person does brings into sight
/// ```
///
/// What depends on other rows is walked apart: a form of a thousand switches, each with a row of its own, has two thousand
/// situations and not two to the power of a thousand. Nothing is lost by it, for what becomes of a row depends on what its
/// conditions read, on what makes that open to a person, and on nothing else.
///
/// What it says holds over ``tried``, and nothing is said of other values. Those are told from the constants that conditions
/// and validators compare with, a little more, a little less and in between, from what other rows they are compared with, from
/// options, and from what the form begins with. A text that matches a pattern, or a number that something computed comes to, is
/// not made up; and no rows are added to sections of many values.
public struct FormProof: Sendable {
  /// The rows that conditions read, and what each of them was given.
  public internal(set) var tried: [Trial] = []
  /// How many ways there are for those rows to be filled, of which rows that no condition ties together are counted apart.
  public internal(set) var situations = 0
  /// Whether there are more, which were not looked at.
  public internal(set) var isBounded = false
  /// What was seen, and the shortest way there: nothing, for what is in sight from the start.
  public internal(set) var seen: [Sight] = []
  /// Rows and sections that were never seen.
  public internal(set) var neverSeen: [ElementID] = []
  /// Rows that there must be a value in, and that never took one.
  public internal(set) var neverReached: [ElementID] = []
  /// Conditions that never changed their mind.
  public internal(set) var settled: [Settled] = []
  /// Two changes that end differently, as the second of them is not possible behind the first.
  public internal(set) var disputes: [Dispute] = []

  /// The values that a row was given.
  public struct Trial: Hashable, Sendable {
    /// The row.
    public let row: ElementID
    /// The values.
    public let values: [Value]

    /// Makes one of its parts.
    public init(row: ElementID, values: [Value]) {
      self.row = row
      self.values = values
    }
  }

  /// How something comes into sight.
  public struct Sight: Hashable, Sendable {
    /// The row or the section.
    public let element: ElementID
    /// What is to be done, from the start.
    public let way: [Assignment]
  }

  /// A condition that is always true or always false, of a row, a section or a validator.
  public struct Settled: Hashable, Sendable {
    /// Whose it is.
    public let element: ElementID
    /// What it decides.
    public let property: FormReason.Property
    /// What it always is.
    public let holds: Bool
    /// Why it is so at the start.
    public let reason: FormReason
  }

  /// Two changes of which it matters which comes first.
  public struct Dispute: Hashable, Sendable {
    /// The shortest way to where that is so.
    public let way: [Assignment]
    /// A change behind which the other is not possible.
    public let first: Assignment
    /// The other.
    public let second: Assignment

    /// Makes one of its parts.
    public init(way: [Assignment], first: Assignment, second: Assignment) {
      self.way = way
      self.first = first
      self.second = second
    }
  }

  /// Whether nothing was found that whoever wrote the form would want to know.
  public var isClean: Bool { neverSeen.isEmpty && neverReached.isEmpty && settled.isEmpty && disputes.isEmpty }

  init() {}

  /// Tries a form out.
  ///
  /// - Complexity: O(*n* · *m*) for *n* situations, of which at most `limit` are looked at of rows that are tied together,
  ///   and *m* values to give.
  public init(of form: CompiledForm, limit: Int = 20_000) {
    let prover = FormProver(form)
    self = prover.proof(ProofGroup.groups(of: form, prover.dials, limit: limit), limit: limit)
  }
}
