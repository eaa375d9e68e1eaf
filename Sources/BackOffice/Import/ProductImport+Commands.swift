import Documents
import Interface
import Shop
import TabularData
import Values

extension ProductImport {
  /// The commands of an import: one for each action of the user.
  ///
  /// A parent lifts them with a prefix, such as `import`.
  package var commands: [Command<Self>] {
    // Only the start of the import changes data.
    (stepCommands + choiceCommands + layoutCommands).map { $0.path == "start" ? $0 : $0.effect(.shows) }
  }

  private var stepCommands: [Command<Self>] {
    [
      Command(
        "read", "read products from a file, and show a preview",
        Argument.text("file", "the file").rest.suggesting(.files)
      ) {
        .fileChosen($0)
      }
      .unavailable { $0.isImporting ? "an import is running" : nil },
      Command("reload", "read the file again", sending: .reloadTapped)
        .unavailable(Self.hasNoSettings),
      Command("start", "store the products of the preview: all of them, or none", sending: .startTapped)
        .keys("ctrl+s", hint: "import").unavailable { $0.startObstacle }.stopped(by: "cancel")
        .askingAssistants { state, _ in
          guard case .preview(let preview, _, _) = state, preview.counts.changed > 1 else { return nil }
          return "Import the products, and replace \(preview.counts.changed) that exist?"
        },
      Command("cancel", "cancel reading or importing, or leave the import", sending: .cancelTapped)
        .keys("escape", hint: "leave").unavailable { $0 == .choosingFile ? "no file is chosen" : nil },
    ]
  }

  private var choiceCommands: [Command<Self>] {
    [
      Command(
        "map", "choose the column of the file for a field, or none",
        Argument.choice("field", "the field of a product", of: ImportField.self).positional,
        Argument.text("column", "the title of the column").rest.optional
      ) {
        .columnMapped($0, $1)
      }
      .unavailable { state in
        Self.hasNoSettings(state) ?? (state.settings?.mapping == nil ? "the columns are not known yet" : nil)
      },
      Command(
        "choose", "choose the field that a column fills", Argument.text("id", "the column").positional,
        Argument.value("value", "the field, or none").positional
      ) { state, id, value throws(InvocationError) in
        guard let column = state.latestPreview?.column(ofRow: id) else {
          throw InvocationError(.invalidValue, "no column \(id.jsonQuoted)")
        }
        if value == ImportPreview.noField { return .columnAssigned(column, to: nil) }
        guard case .text(let name) = value, let field = ImportField(rawValue: name) else {
          throw InvocationError(.invalidValue, "no field \(value.messageExcerpt)")
        }
        return .columnAssigned(column, to: field)
      }
      .role(FormRole.choose).unlisted().unavailable { state in
        Self.hasNoSettings(state) ?? (state.latestPreview == nil ? "there is no preview" : nil)
      },
      Command(
        "correct", "replace the cell that makes a row bad", Argument.text("id", "the number of the bad row").positional,
        Argument.text("text", "the right text").rest
      ) { state, id, text throws(InvocationError) in
        guard let row = state.latestPreview?.badRows.first(where: { "\($0.id)" == id }) else {
          throw InvocationError(.invalidValue, "row \(id) is not bad")
        }
        if row.field != nil { return .rowCorrected(row.id, text) }
        throw InvocationError(
          .unavailable, "no cell of row \(id) can be corrected; map a column to the field, or correct the file")
      }
      .role(TableRole.open).unavailable(Self.hasNoBadRow)
      .presentValue(of: "text") { state, arguments in
        state.latestPreview?.badRows.first { .text("\($0.id)") == arguments["id"] }?.text.map { .text($0) }
      },
      Command(
        "existing", "choose what happens to rows whose products exist already",
        Argument.choice("policy", "update, skip or reject them", of: ExistingRowPolicy.self).positional
      ) {
        .existingRowsChosen($0)
      }
      .unavailable(Self.hasNoSettings),
      Command(
        "bad-rows", "choose whether bad rows block the import or are skipped",
        Argument.choice("policy", "block or skip", of: BadRowPolicy.self).positional
      ) {
        .badRowsChosen($0)
      }
      .unavailable(Self.hasNoBadRow),
    ]
  }

  private var layoutCommands: [Command<Self>] {
    let commands: [Command<Self>] = [
      Command(
        "format", "choose the format of the file, or infer it",
        Argument.choice("format", "the format", of: DataFormat.self).positional.optional
      ) {
        .formatChosen($0)
      },
      Command(
        "separator", "choose the character between the fields of CSV, or infer it",
        Argument.choice("separator", "the character", of: ImportSeparator.self).positional.optional
      ) {
        .separatorChosen($0)
      },
      Command(
        "encoding", "choose the character encoding of the file, or infer it",
        Argument.choice("encoding", "the encoding", of: TextEncoding.self).positional.optional
      ) {
        .encodingChosen($0)
      },
      Command(
        "header", "choose whether the first line of CSV contains the titles of the columns",
        Argument.boolean("titles", "whether it does").positional
      ) {
        .headerChosen($0)
      },
    ]
    return commands.map { $0.unavailable(Self.hasNoSettings) }
  }

  @Sendable private static func hasNoBadRow(_ state: State) -> String? {
    guard case .preview(let preview, _, _) = state else { return "there is no preview" }
    return preview.counts.bad == 0 ? "no row is bad" : nil
  }

  @Sendable private static func hasNoSettings(_ state: State) -> String? {
    state.settings == nil ? state.isImporting ? "an import is running" : "no file is read" : nil
  }
}

extension ProductExport {
  /// The commands of an export: one for each action of the user.
  ///
  /// A parent lifts them with a prefix, such as `export`. To export the filtered or the selected rows, it adds a command
  /// whose action contains their IDs.
  package var commands: [Command<Self>] {
    [
      Command(
        "write", "write products to a file", Argument.text("file", "the file").rest.suggesting(.files),
        Argument.choice("format", "the format, if it is not that of the file name", of: DataFormat.self).optional,
        Argument.text("ids", "the products, if not all of them").list.optional
      ) { path, format, ids in
        .exportTapped(
          ExportOrder(
            path: path, format: format, selection: ids.map { .products($0.map { .init(rawValue: $0) }) } ?? .all))
      }
      .stopped(by: "cancel").unavailable { $0.isWriting ? "a file is being written" : nil },
      Command("overwrite", "replace the file that exists", sending: .overwriteTapped)
        .unavailable { if case .confirmingOverwrite = $0 { nil } else { "no question is open" } },
      Command("retry", "write the file again", sending: .retryTapped)
        .unavailable { if case .failed = $0 { nil } else { "no export failed" } },
      Command("cancel", "cancel the export, or close its result", sending: .cancelTapped).effect(.shows)
        .unavailable { $0 == .ready ? "there is no export" : nil },
    ]
  }
}
