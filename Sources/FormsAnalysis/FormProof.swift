public import Forms
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
/// What it says holds over ``tried``, and nothing is said of other values. Those are made up:
///
/// - numbers and points in time from the constants that conditions and validators compare with, a little more, a little less
///   and in between, and from what a computation must come from, such as 3 for `$a * 2 == 6`. Of two rows that are computed
///   with each other one is solved for, and the other holds what it begins with.
/// - texts for every way to answer what is asked of them, by `==`, `IN`, `BEGINSWITH`, `ENDSWITH`, `CONTAINS`, `LIKE`,
///   `MATCHES` and their length, all at once; the shortest for each. Of more than twelve questions, those of each condition are
///   asked by themselves; of more than 32 ways to answer, not every one is tried.
/// - choices of options: all there are of eight, and of more each alone, all together, and as many as conditions ask for.
/// - lists for sections of many values: of each value that makes a difference alone, of up to eight two by two, of all
///   together, and of up to 21 rows as conditions ask for. What rows that are added are hidden by is not looked at.
/// - `?`, which stands for nothing in a row for a number and is no option, where a condition reads whether such a row is
///   valid.
///
/// Nothing is made up for texts that are computed, such as `lowercase($a)`, beyond the constants themselves, and for values
/// inside of a value. Options are chosen in the order in which they stand, and the world finds nothing wrong.
public struct FormProof: Sendable {
  /// The rows and lists that conditions read, and what each of them was given.
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
    /// The row, or the section of many values.
    public let row: ElementID
    /// The values.
    public let values: [Value]
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
  }

  /// Whether nothing was found that whoever wrote the form would want to know.
  public var isClean: Bool { neverSeen.isEmpty && neverReached.isEmpty && settled.isEmpty && disputes.isEmpty }

  init() {}

  /// Tries a form out.
  ///
  /// - Complexity: O(*n* · *m*) for *n* situations, of which at most `limit` are looked at of rows that are tied together,
  ///   and at most ten times as many of all that cannot be walked to their end; and *m* values to give.
  public init(of form: CompiledForm, limit: Int = 20_000) {
    let prover = FormProver(form)
    self = prover.proof(ProofGroup.groups(of: form, prover.dials, limit: limit), limit: limit)
  }
}
