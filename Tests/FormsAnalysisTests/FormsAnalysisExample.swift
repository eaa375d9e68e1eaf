import Forms
import FormsAnalysis
import Testing
import Values

/// The code that the guide of FormsAnalysis shows.
@Suite struct `The guide of FormsAnalysis` {
  private let json = """
    {"sections": [{"rows": [
      {"tag": "guests", "kind": "integer", "value": 1},
      {"tag": "discount", "kind": "decimal", "hidden": "NOT $guests > 10"},
      {"tag": "children", "kind": "integer", "hidden": "NOT $guests > 1"}]}]}
    """

  @Test func `finds nothing in a correct form and a path to each row`() throws {
    let form = try CompiledForm(parsing: json)
    let analysis = FormAnalysis(of: form)
    #expect(analysis.hasNoFindings && !analysis.reachedStateLimit)

    for witness in analysis.witnesses {
      var state = FormFeature.State(form)
      for change in witness.path { _ = FormFeature().reduce(&state, .valuesAssigned([change])) }
      let sections = state.screen.sections
      #expect(sections.contains { $0.id == witness.element || $0.rows.contains { $0.id == witness.element } })
    }
    #expect(analysis.witnesses.map(\.element) == ["§1", "guests", "children", "discount"])
  }
}
