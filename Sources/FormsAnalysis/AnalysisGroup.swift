import Forms

/// The elements that depend on a set of input variables and on no others, which are analyzed together.
struct AnalysisGroup {
  /// The indices of the variables, in ascending order.
  let variables: [Int]
  /// The indices of the nodes, in topological order.
  let nodes: [Int]
  private(set) var elements: [FormElement]
}

extension AnalysisGroup {
  /// Divides the elements of a form into groups.
  ///
  /// Elements that depend on a subset of a group's variables join that group, if the group is small enough to be
  /// searched completely or the subset is not either.
  static func groups(of form: CompiledForm, variables: [InputVariable], stateLimit: Int) -> [AnalysisGroup] {
    var dependencies = DependencyAnalysis(form, variables)
    var elements: [[Int]: [FormElement]] = [:]
    for element in form.elementsInOrder {
      let variables = dependencies.variables(affecting: element)
      if !variables.isEmpty { elements[variables, default: []].append(element) }
    }
    let groups = elements.map { AnalysisGroup(variables: $0, nodes: [], elements: $1) }.sorted {
      $0.variables.count == $1.variables.count
        ? $0.variables.lexicographicallyPrecedes($1.variables) : $0.variables.count > $1.variables.count
    }
    return absorbingSubsets(groups, variables: variables, stateLimit: stateLimit).map { group in
      AnalysisGroup(
        variables: group.variables, nodes: dependencies.nodes(affecting: group.elements, variables: group.variables),
        elements: group.elements
      )
    }
  }

  /// Merges each group, in descending size, into an earlier one that includes all of its variables.
  private static func absorbingSubsets(_ groups: [AnalysisGroup], variables: [InputVariable], stateLimit: Int)
    -> [AnalysisGroup]
  {
    var kept: [AnalysisGroup] = []
    var isComplete: [Bool] = []
    var keptByVariable: [Int: [Int]] = [:]
    for group in groups {
      let candidates = group.variables.map { keptByVariable[$0] ?? [] }.min { $0.count < $1.count } ?? []
      let fitsLimit = group.maxStateCount(for: variables) <= stateLimit
      let index = candidates.first {
        (isComplete[$0] || !fitsLimit) && Set(group.variables).isSubset(of: kept[$0].variables)
      }
      if let index {
        kept[index].elements += group.elements
        continue
      }
      for variable in group.variables { keptByVariable[variable, default: []].append(kept.count) }
      kept.append(group)
      isComplete.append(fitsLimit)
    }
    return kept
  }

  /// Returns the greatest possible number of states, which is the product of the numbers of values.
  func maxStateCount(for variables: [InputVariable]) -> Int {
    self.variables.reduce(1) { count, variable in
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: variables[variable].values.count)
      return isTooLarge ? .max : product
    }
  }
}

extension CompiledForm {
  /// The sections, each followed by its rows.
  var elementsInOrder: [FormElement] {
    sections.indices.flatMap { [.section($0)] + sections[$0].rows.map(FormElement.row) }
  }

  func id(of element: FormElement) -> ElementID {
    switch element {
    case .row(let row): elementIDs.rows[row]
    case .section(let section): elementIDs.sections[section]
    }
  }
}
