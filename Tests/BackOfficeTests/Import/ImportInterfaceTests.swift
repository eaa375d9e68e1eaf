import BackOffice
import Forms
import Documents
import Interface
import LoopTesting
import PlainText
import Shop
import Tables
import TabularData
import Testing
import Values

@Suite struct `Screens and commands of an import` {
  private let text = "id,title,cost,color\np1,Lamp,25.00,red\np2,Seat,49.00,\np3,Tea,3.50,\n,Mug,ten,\np3,Pot,2,\n"
  private let commands = CommandTable(ProductImport().commands)

  @Test func `a command that makes no sense now says why`() throws {
    let preview = try makePreview(text)
    for (line, state, message) in [
      ("start", .choosingFile, "start is not available: no file is chosen"),
      ("start", .preview(preview, .block), "start is not available: 2 rows are bad; correct the file, or skip them"),
      ("bad-rows skip", .choosingFile, "bad-rows is not available: there is no preview"),
      ("reload", .choosingFile, "reload is not available: no file is read"),
      ("read a.csv", .importing(preview, .skip), "read is not available: an import is running"),
      (
        "map name", .reading(.init(path: "a"), rowCount: 0, former: nil),
        "map is not available: the columns are not known yet"
      ),
    ] as [(String, ProductImport.State, String)] {
      #expect { try commands.action(for: commands.parse(line), in: state) } throws: { "\($0)" == message }
    }
  }

  @Test func `the answers of every notice and question are available commands`() throws {
    let preview = try makePreview(text)
    let failure = ImportFailure.fileChanged
    let settings = preview.settings
    let commands = CommandTable<ProductImport>(
      ProductImport().commands.map { $0.lift(prefix: "import", state: { $0 }, action: { $0 }, ) })
    for state: ProductImport.State in [
      .reading(settings, rowCount: 3, former: nil), .unreadable(settings, failure, former: nil),
      .unreadable(settings, .encoding("no UTF-8"), former: nil),
      .preview(preview, .block, failure), .preview(preview, .skip), .importing(preview, .skip, .storing(1)),
      .finished(path: "shop.csv", preview.counts),
    ] {
      let invocations =
        ProductImport.notices(of: state, prefix: "import").flatMap(\.answers).map(\.command)
        + ProductImport.progress(of: state, prefix: "import").compactMap(\.cancel)
      #expect(!invocations.isEmpty)
      // The application has the command that writes bad rows to a file.
      for invocation in invocations where invocation.path != "import.rejected" {
        #expect(throws: Never.self) { try commands.action(for: invocation, in: state) }
      }
    }
  }

  @Test func `the form of the mapping has each column that fills a field, however many there are`() throws {
    let columns = (1...60).map { "c\($0)" } + ["price", "name"]
    let preview = try makePreview("\(columns.joined(separator: ","))\n")
    let form = ProductImport.elements(of: .preview(preview, .block), prefix: "import").lazy.compactMap { element in
      if case .form(let form, _) = element.content { form } else { nil }
    }.first
    let rows = try #require(form).sections.flatMap(\.rows)
    #expect(rows.count == 32 && rows.suffix(2).map(\.title) == ["price", "name"])
    #expect(rows.suffix(2).map(\.value) == ["price", "name"] && rows[0].value == "none")
    // While the file is read again, the form shows what was chosen.
    var settings = preview.settings
    settings.mapping?["price"] = nil
    let reading = ProductImport.elements(
      of: .reading(settings, rowCount: 0, former: preview), prefix: "import")
    #expect(
      reading.contains { if case .form(let form, _) = $0.content { form.sections[0].rows.count == 31 } else { false } })
  }

  @Test func `a preview of many rows says how many they are`() throws {
    let lines = (1...25).map { "x\($0),Thing,1" }
    let preview = try makePreview((["id,name,price"] + lines).joined(separator: "\n"))
    let elements = ProductImport.elements(of: .preview(preview, .block), prefix: "import")
    #expect(elements.map(\.content).contains(.text(["The first 20 of 25 rows"])))
    guard case .table(let table, _)? = elements.last?.content else {
      Issue.record("the last element is not the table")
      return
    }
    #expect(table.counts.filtered == 20 && table.counts.all == 25)
  }

  @Test func `a preview shows the file, the mapping, the counts, the first rows and the bad rows`() throws {
    func screen(_ state: ProductImport.State) -> String {
      Screen(
        title: "Import", elements: ProductImport.elements(of: state, prefix: "import"),
        notices: ProductImport.notices(of: state, prefix: "import"),
        progress: ProductImport.progress(of: state, prefix: "import")
      ).plainText(width: 100) { $0.path }
    }
    let preview = try makePreview(text)
    let states: [ProductImport.State] = [
      .preview(preview, .block), .preview(preview, .skip, .fileChanged), .importing(preview, .skip, .storing(1)),
      .finished(path: "shop.csv", preview.counts),
    ]
    expectSnapshot(states.map(screen).joined(separator: "\n"), BackOfficeSnapshot.productImport)
  }
}
