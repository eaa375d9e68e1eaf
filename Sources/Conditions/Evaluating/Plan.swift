import Values

/// A condition as it is evaluated: comparisons in a row, of which each knows which comes next.
///
/// AND, OR and NOT have become those jumps. A test holds numbers alone, so that nothing is allocated or counted where two
/// values are compared that are there already.
struct Plan: Sendable {
  /// What is told by where a test leads.
  static let holds: Int32 = -1
  static let fails: Int32 = -2

  var tests: [Test] = []
  var first: Int32 = Plan.holds
  var tables = Tables()

  /// What the tests refer to by number.
  struct Tables: Sendable {
    var constants: [Value] = []
    var formulas: [Formula] = []
    var sites: [Site] = []
    var patterns: [Pattern] = []
    var likenesses: [Likeness] = []
    var sources: [PatternSource] = []

    init() {}
  }

  init() {}
}

/// Where something is read.
struct Site: Sendable {
  /// What is read, by its place in the list.
  var read: Int
  var place: Place
}

/// Where a pattern comes from.
struct PatternSource: Sendable {
  /// What it is read from or computed of, unless it is a constant.
  var text: String?
  var place: Place
}

/// One comparison.
struct Test: Sendable {
  var left: Operand
  var right: Operand
  /// Whether values are compared as they are, by one of the first six relations.
  var isPlain: Bool
  var wanted: Wanted
  var relation: Relation
  var quantifier: Quantifier?
  var folding: Folding
  /// The pattern that a constant text on the right is, if the relation wants one.
  var pattern: Int32?
  /// Where the pattern comes from, if the relation wants one.
  var source: Int32?
  var ifHolds: Int32
  var ifNot: Int32

  /// What a plain relation asks.
  enum Wanted: UInt8, Sendable {
    case same, different, less, lessOrEqual, greater, greaterOrEqual
  }
}

/// Where one side of a comparison comes from.
enum Operand: Sendable {
  /// What is read, by its place in the list, and where it stands.
  case read(Int32, site: Int32)
  /// A number stands here itself, for it is to be had without counting who has it.
  case integer(Int64)
  case real(Double)
  case constant(Int32)
  case formula(Int32)
}

/// Something that is computed.
indirect enum Formula: Sendable {
  case constant(Value)
  case read(Int, Place)
  /// What the subquery around has at hand: counted from the outermost.
  case bound(Int)
  case path(Formula, [Hop])
  case list([Formula])
  case negative(Formula)
  case chain(Formula, [(Computation, Formula)])
  case combined(Formula, Combination, Formula)
  case call(Function, [Formula])
  case cast(Formula, ValueType)
  case choice(Plan, Formula, Formula)
  case subquery(Formula, Plan)

  enum Hop: Sendable {
    case key(String)
    case index(Formula)
    case first
    case last
    case size
    case gathered(Gathering, [String])
  }
}

/// Why a condition cannot be evaluated.
enum Trouble: Error {
  /// What is read in this place of the list has no value.
  case unbound(Int, Place)
  case pattern(PatternFault, of: String, PatternSource)
}
