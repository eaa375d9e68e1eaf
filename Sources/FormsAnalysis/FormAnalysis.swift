import Forms
import Values

/// An analysis of what a user can reach in a form by changing rows in any order.
///
/// It searches all combinations of the values at which the form's conditions may change their result.
///
/// ```swift
/// let analysis = FormAnalysis(of: form)
/// analysis.neverVisible    // rows that the user can never make visible
/// ```
///
/// Rows that do not depend on each other are searched separately. A form of a thousand switches that each control one
/// row has two thousand states and not two to the power of a thousand. This loses nothing, because an element depends
/// only on the rows that its conditions read and on what makes those editable.
///
/// The results hold for the values in ``testedInputs`` and not for others. These values are generated:
///
/// - Numbers and points in time: the constants that conditions and validators compare with, values slightly less and
///   slightly greater, midpoints, and the solutions of computations, such as 3 for `$a * 2 == 6`. If a computation
///   reads two rows, it is solved for one while the other has its initial value.
/// - Texts: the shortest text for each combination of results of the tests `==`, `IN`, `BEGINSWITH`, `ENDSWITH`,
///   `CONTAINS`, `LIKE`, `MATCHES` and of the length. With more than twelve tests, the tests of each condition are
///   combined separately. With more than 32 combinations, some are not tried.
/// - Options: every choice of up to eight. Of more than eight, each one alone, all together, and as many as conditions
///   compare with.
/// - Lists of multivalued sections: each relevant value alone, up to eight of them in pairs, all together, and lists of
///   up to 21 rows if conditions compare with the length. The conditions of added rows are not analyzed.
/// - `?`, which is an invalid number and not an option, for rows whose validity a condition reads.
///
/// For computed texts, such as `lowercase($a)`, and for members of a value only the constants themselves are tried.
/// Options are always chosen in their order. Remote validation always succeeds.
public struct FormAnalysis: Sendable {
  /// The rows and lists that conditions read, with the values tried for each.
  public internal(set) var testedInputs: [TestedInput] = []
  /// The number of distinct states.
  ///
  /// Groups of rows that do not depend on each other are counted separately.
  public internal(set) var stateCount = 0
  /// A Boolean value that indicates whether the search stopped at its limit before it had found all states.
  public internal(set) var reachedStateLimit = false
  /// The elements that depend on rows whose combinations were not all searched, in order of the form.
  ///
  /// They are not reported as never visible, and their conditions are not reported as constant.
  public internal(set) var uncheckedElements: [ElementID] = []
  /// The elements that can become visible, with the shortest path to each, which is empty for those visible at the
  /// start.
  public internal(set) var witnesses: [VisibilityWitness] = []
  /// The rows and sections that can never become visible.
  public internal(set) var neverVisible: [ElementID] = []
  /// The required rows that are never editable.
  public internal(set) var neverEditableRequiredRows: [ElementID] = []
  /// The rows whose value may be invalid when it is submitted, because they can be disabled after an invalid input.
  ///
  /// A row that the user cannot edit is not validated. The policy of the form can exclude such rows from the submission.
  public internal(set) var unvalidatedRows: [ElementID] = []
  /// The predicates that are not met because a row that need not have a value has none.
  public internal(set) var emptyRowFailures: [EmptyRowFailure] = []
  /// The conditions whose result never changes.
  public internal(set) var constantConditions: [ConstantCondition] = []
  /// The pairs of changes whose order affects the result, because the first one prevents the second.
  public internal(set) var orderDependences: [OrderDependence] = []

  /// The values tried for a row or list.
  public struct TestedInput: Hashable, Sendable {
    /// The row or multivalued section.
    public let row: ElementID
    /// The values.
    public let values: [Value]
  }

  /// An element that can become visible.
  public struct VisibilityWitness: Hashable, Sendable {
    /// The row or section.
    public let element: ElementID
    /// The shortest sequence of changes that makes it visible, from the initial state.
    public let path: [ValueAssignment]
  }

  /// A predicate that is not met because it compares a row without a value.
  ///
  /// With null, every comparison except `==` and `!=` is false. To allow an empty row, write
  /// `$row == NULL OR SELF >= $row`, or require a value of the row.
  public struct EmptyRowFailure: Hashable, Sendable {
    /// The row with the predicate.
    public let element: ElementID
    /// The row without a value, which is not required or which the user cannot edit.
    public let emptyRow: ElementID
    /// The canonical text of the comparison.
    public let comparison: String
  }

  /// A condition of a row, section or validator that is always true or always false.
  public struct ConstantCondition: Hashable, Sendable {
    /// The row or section with the condition.
    public let element: ElementID
    /// The property that the condition decides.
    public let property: ConditionReason.Property
    /// The constant result.
    public let value: Bool
    /// The reason for the result in the initial state.
    public let reason: ConditionReason
  }

  /// Two changes whose order affects the result.
  public struct OrderDependence: Hashable, Sendable {
    /// The shortest sequence of changes to the state in which both are possible.
    public let path: [ValueAssignment]
    /// The change that prevents the other.
    public let first: ValueAssignment
    /// The prevented change.
    public let second: ValueAssignment
  }

  /// A Boolean value that indicates whether the analysis has found nothing that the author of the form should look at.
  public var hasNoFindings: Bool {
    neverVisible.isEmpty && neverEditableRequiredRows.isEmpty && unvalidatedRows.isEmpty && emptyRowFailures.isEmpty
      && constantConditions.isEmpty && orderDependences.isEmpty
  }

  init() {}

  /// Analyzes a form.
  ///
  /// - Complexity: O(*n* · *m*) for *n* states and *m* values to try. A group of dependent rows has at most `limit`
  ///   states, and all groups too large to be searched completely have together at most ten times as many.
  public init(of form: CompiledForm, stateLimit: Int = 20_000) {
    let prover = FormAnalyzer(form)
    self = prover.analyze(
      AnalysisGroup.groups(of: form, variables: prover.variables, stateLimit: stateLimit), stateLimit: stateLimit)
  }
}
