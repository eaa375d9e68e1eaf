import Documents
import Values

extension Screen {
  /// The screen as JSON on one line, as ``schema`` describes.
  public var jsonText: String { JSONNode(encodingScreen: self).text }

  /// A JSON Schema of the JSON form of a screen.
  public static var schema: Value { document("Screen", "screen") }
}

extension ScreenDifference {
  /// The difference as JSON on one line, as ``schema`` describes.
  public var jsonText: String { JSONNode(encodingScreen: self).text }

  /// A JSON Schema of the JSON form of a difference.
  public static var schema: Value { document("Difference of two screens", "difference") }
}

extension JSONNode {
  /// Creates the node of a screen or a difference, which can always be encoded.
  package init(encodingScreen value: some Encodable) {
    do {
      try self.init(encoding: value)
    } catch {
      // The types of screens have synthesized conformances, which throw no errors of their own.
      preconditionFailure("a screen must have a JSON form: \(error)")
    }
  }
}

private func document(_ title: String, _ name: String) -> Value {
  [
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .text(title), "$ref": .text("#/$defs/\(name)"),
    "$defs": .object(definitions),
  ]
}

private let text: Value = ["type": "string"]
private let integer: Value = ["type": "integer"]
private let boolean: Value = ["type": "boolean"]
/// Any JSON value.
///
/// Dates and amounts are objects with one member, `$date` or `$numberDecimal`.
private let any: Value = [:]

private func reference(_ name: String) -> Value { ["$ref": .text("#/$defs/\(name)")] }

private func list(of element: Value) -> Value { ["type": "array", "items": element] }

private func names(_ names: String...) -> Value { ["type": "string", "enum": .list(names.map(Value.text))] }

/// An object with these members, some of them optional.
private func object(_ members: [String: Value], optional: [String: Value] = [:]) -> Value {
  [
    "type": "object", "properties": .object(members.merging(optional) { member, _ in member }),
    "required": .list(members.keys.sorted().map(Value.text)), "additionalProperties": false,
  ]
}

/// The object with one member for a case with a payload.
private func variant(_ name: String, _ payload: Value) -> Value { object([name: payload]) }

private func either(_ schemas: Value...) -> Value { ["anyOf": .list(schemas)] }

private let definitions: [String: Value] = screenDefinitions.merging(tableDefinitions) { first, _ in first }
  .merging(formDefinitions) { first, _ in first }.merging(differenceDefinitions) { first, _ in first }

private let screenDefinitions: [String: Value] = [
  "screen": object(
    [
      "title": text, "status": list(of: text),
      "tabs": list(of: object(["id": text, "title": text, "isSelected": boolean])),
      "elements": list(of: reference("element")), "notices": list(of: reference("notice")),
      "progress": list(of: reference("progress")), "commands": reference("commands"),
    ], optional: ["sheet": reference("sheet")]),
  "element": object(["id": text, "content": reference("content")], optional: ["commands": reference("commands")]),
  "commands": object(
    ["paths": ["type": "object", "additionalProperties": text], "menu": list(of: text)], optional: ["group": text]),
  "content": either(
    variant("table", reference("table")), variant("form", reference("form")),
    variant("counters", list(of: reference("counter"))), variant("chart", reference("chart")),
    variant("text", list(of: text))),
  "counter": object(
    ["id": text, "title": text, "isLoading": boolean, "isOutdated": boolean],
    optional: ["text": text, "error": text, "retry": reference("invocation")]),
  "chart": object(
    [
      "title": text, "bars": list(of: object(["label": text, "value": ["type": "number"], "text": text])),
      "isLoading": boolean, "isOutdated": boolean,
    ], optional: ["error": text, "retry": reference("invocation")]),
  "sheet": object(
    ["title": text, "elements": list(of: reference("element"))], optional: ["question": reference("question")]),
  "question": object(["text": text, "answers": list(of: reference("answer"))]),
  "answer": object(["title": text, "command": reference("invocation"), "changesArguments": boolean]),
  "notice": object([
    "id": text, "kind": names("information", "warning", "error"), "text": text,
    "answers": list(of: reference("answer")),
  ]),
  "progress": object(
    ["id": text, "title": text, "completedCount": integer],
    optional: ["totalCount": integer, "cancel": reference("invocation")]),
  "invocation": object(["path": text], optional: ["arguments": ["type": "object"]]),
]

private let tableDefinitions: [String: Value] = [
  "table": object(
    [
      "appearance": ["type": "object"], "headers": list(of: reference("header")),
      "hiddenHeaders": list(of: reference("header")), "rows": list(of: reference("row")),
      "headerAggregates": list(of: reference("aggregate")), "aggregates": list(of: reference("aggregate")),
      "selectAllState": names("none", "some", "all", "unknown"),
      "counts": object(
        ["unsaved": integer],
        optional: ["all": integer, "filtered": integer, "selected": integer, "selectedHidden": integer]),
      "page": integer, "pageRowCount": integer, "firstRowOffset": integer, "minimumWidth": integer,
      "pendingMoves": list(of: reference("movingRows")),
      "unloadedRowNotices": list(
        of: object(["rowCount": integer, "message": reference("message")], optional: ["id": text])),
      "loadingStatus": either(names("notRequested", "loaded", "loading"), variant("failed", text)), "isStale": boolean,
    ],
    optional: [
      "searchText": text, "condition": text, "pageCount": integer,
      "editedCell": object(
        ["row": text, "column": text, "text": text],
        optional: ["choices": list(of: text), "error": reference("message")]),
      "draggedRows": reference("movingRows"), "moveFailure": text,
      "movesUnavailableReason": reference("message"), "deletionsUnavailableReason": reference("message"),
      "rejection": reference("message"),
    ]),
  "header": object(
    [
      "id": text, "title": text, "sortIndicator": text, "isFilterable": boolean, "isSortable": boolean,
      "alignment": names("leading", "center", "trailing"), "width": ["type": "object"],
    ],
    optional: [
      "sortDirection": names("forward", "reverse"), "sortPriority": integer, "filterText": text,
    ]),
  "row": object(
    [
      "id": text, "cells": list(of: reference("cell")), "isSelected": boolean, "isHovered": boolean,
      "hasCursor": boolean, "isDragged": boolean,
    ],
    optional: [
      "cursorColumn": text, "background": reference("style"), "overlay": reference("style"), "group": text,
      "notice": reference("message"),
      "conflict": either(names("deleted"), variant("changed", list(of: reference("cell")))),
    ]),
  "cell": object(["value": any, "text": text, "isUnsaved": boolean], optional: ["error": text]),
  "style": either(names("selected", "hovered"), variant("custom", text)),
  "message": object(["reason": any, "text": text]),
  "movingRows": object(["ids": list(of: text)], optional: ["target": reference("position")]),
  "position": either(names("end"), variant("before", text), variant("after", text)),
  "aggregate": object([
    "aggregate": object(
      ["function": names("count", "sum", "average", "min", "max"), "scope": names("all", "filtered", "selected")],
      optional: ["column": text, "title": text]),
    "value": any, "text": text,
  ]),
]

private let formDefinitions: [String: Value] = [
  "form": object(
    [
      "sections": list(of: reference("section")),
      "stage": either(names("editing", "validating", "submitting", "submitted"), variant("failed", text)),
    ], optional: ["title": text]),
  "section": object(
    ["id": text, "allowsRowEditing": boolean, "rows": list(of: reference("formRow"))],
    optional: ["tag": text, "title": text, "footer": text]),
  "formRow": object(
    [
      "id": text, "kind": text, "options": list(of: object(["value": any], optional: ["title": text])),
      "isRequired": boolean, "entry": any, "value": any, "isDisabled": boolean, "isFocused": boolean,
      "isTouched": boolean, "isDirty": boolean, "isValidating": boolean, "errors": list(of: any),
    ], optional: ["tag": text, "title": text, "placeholder": text]),
]

private let differenceDefinitions: [String: Value] = [
  "difference": object(
    [:],
    optional: [
      "title": text, "status": list(of: text),
      "tabs": list(of: object(["id": text, "title": text, "isSelected": boolean])),
      "elements": reference("elementsDifference"), "notices": list(of: reference("notice")),
      "progress": list(of: reference("progress")), "commands": reference("commands"),
      "sheet": either(
        // A question was answered, and nothing else changed.
        names("closed", "changed"), variant("opened", reference("sheet")),
        variant(
          "changed",
          object([:], optional: ["elements": reference("elementsDifference"), "question": reference("question")]))),
    ]),
  "elementsDifference": object(
    [
      "replaced": list(of: reference("element")),
      "tables": ["type": "object", "additionalProperties": reference("tableDifference")],
      "formRows": ["type": "object", "additionalProperties": list(of: reference("formRow"))],
    ], optional: ["order": list(of: text)]),
  "tableDifference": object(
    [
      "removed": list(of: text), "changed": list(of: reference("row")),
      "inserted": list(of: object(["index": integer, "row": reference("row")])),
    ], optional: ["frame": reference("table")]),
]
