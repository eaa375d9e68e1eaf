package import Forms
internal import Testing
package import Values

/// A form with a choice of hobbies and questions about the chosen ones.
package let hobbiesJSON = """
  {
    "title": "Hobbies",
    "sections": [
      {"title": "Hobbies", "rows": [
        {"tag": "hobbies", "kind": "multipleChoice", "title": "Select hobbies", "options": ["Sport", "Music", "Films"]}
      ]},
      {"title": "Some more questions", "hidden": "$hobbies.value.@count = 0", "rows": [
        {"tag": "sport", "kind": "multilineText", "title": "Your favourite sportsman?",
         "hidden": "NOT $hobbies.value contains 'Sport'"},
        {"tag": "film", "kind": "multilineText", "title": "Your favourite film?",
         "hidden": "NOT $hobbies contains 'Films'"},
        {"tag": "actor", "kind": "multilineText", "title": "Your favourite actor?",
         "hidden": "NOT $hobbies contains 'Films'"},
        {"tag": "music", "kind": "multilineText", "title": "Your favourite singer?",
         "hidden": "NOT $hobbies contains 'Music'"}
      ]}
    ]
  }
  """

package func compiledForm(_ text: String) throws -> CompiledForm {
  do throws(FormErrors) {
    return try CompiledForm(parsing: text)
  } catch {
    Issue.record("\(error.description(withExcerptsFrom: text))")
    throw error
  }
}

package func compiledForm(_ rows: [RowDefinition]) throws -> CompiledForm {
  try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
}

/// Returns the descriptions of all errors in a form, which are none if it is valid.
package func formErrors(in text: String) -> [String] {
  do throws(FormErrors) {
    _ = try CompiledForm(parsing: text)
    return []
  } catch {
    return error.errors.map(\.description)
  }
}

extension FormFeature.State {
  /// Creates the state of a form and reduces the given actions.
  package init(_ form: CompiledForm, _ actions: [FormFeature.Action]) {
    self.init(form)
    for action in actions { _ = FormFeature().reduce(&self, action) }
  }

  package mutating func assign(_ id: ElementID, _ value: Value) {
    _ = FormFeature().reduce(&self, .valuesAssigned([ValueAssignment(id, value)]))
  }

  /// The IDs of the visible rows, from top to bottom.
  package var visibleRowIDs: [String] { screen.sections.flatMap { $0.rows.map(\.id.rawValue) } }
}
