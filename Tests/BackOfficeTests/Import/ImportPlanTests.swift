import BackOffice
import Documents
import Foundation
import Shop
import TabularData
import TestInputs
import Testing
import Values

@Suite struct `A preview of an import` {
  @Test(arguments: [
    ("shop.csv", "id,name,price,tags\np1,Lamp,19.99,light\np2,Seat,49,\"oak; seat\"\np3,Tea,3.50,\n"),
    ("shop.tsv", "id\tname\tprice\ttags\np1\tLamp\t19.99\tlight\np2\tSeat\t49\toak,seat\np3\tTea\t3,50\t\n"),
    (
      "shop.json",
      #"[{"id":"p1","name":"Lamp","price":19.99,"tags":["light"]},{"id":"p2","name":"Seat","price":"49","tags":["oak","seat"]},{"id":"p3","name":"Tea","price":3.5}]"#
    ),
    (
      "shop.jsonl",
      """
      {"id":"p1","name":"Lamp","price":"19.99","tags":"light"}

      {"price":49,"name":"Seat","id":"p2","tags":["oak","seat"]}
      {"id":"p3","name":"Tea","price":3.50,"tags":null}
      """
    ),
  ]) func `reads the same products from every format`(path: String, text: String) throws {
    let plan = try makePlan(text, path)
    let counts = plan.preview.counts
    let expected: [Int] = [1, 1, 1, 0]
    #expect([counts.new, counts.changed, counts.unchanged, counts.bad] == expected, "\(plan.preview.badRows)")
    let seat = Product(id: "p2", name: "Seat", price: Money(cents: 4900), tags: ["oak", "seat"])
    let tea = Product(id: "p3", name: "Tea", price: Money(cents: 350))
    #expect(plan.changes == [.update(seat, expecting: 1), .insert(tea)])
    #expect(plan.preview.rows.map(\.change) == [.changed(from: chair), .new, .unchanged])
    #expect(plan.preview.format == DataFormat(fileName: path))
  }

  @Test(
    arguments: [
      ("Title;Cost;Labels;SKU", ["SKU", "Title", "Cost", "Labels", nil]),
      ("PRODUCT NAME,Unit-Price,Product ID,color", ["Product ID", "PRODUCT NAME", "Unit-Price", nil, nil]),
      ("price\tname", [nil, "name", "price", nil, nil]), ("a,b", [nil, nil, nil, nil, nil]),
      (
        "Article No;Product name;Retail price (EUR);Qty;Categories",
        ["Article No", "Product name", "Retail price (EUR)", "Categories", "Qty"]
      ),
      ("No;name of supplier;purchase price;stock number;tag count", [nil, nil, nil, nil, nil]),
      ("name,amount (pcs),Retail price EUR", [nil, "name", "Retail price EUR", nil, nil]),
      (
        "Art.-Nr.;Bezeichnung;Preis EUR;Kategorie;Stück",
        ["Art.-Nr.", "Bezeichnung", "Preis EUR", "Kategorie", "Stück"]
      ),
    ] as [(String, [String?])]) func `guesses the columns from their titles`(header: String, columns: [String?]) throws
  {
    let mapping = try #require(try makePreview(header + "\n").settings.mapping)
    #expect(ImportField.allCases.map { mapping[$0] } == columns)
  }

  @Test func `shows the first value of each column`() throws {
    let preview = try makePreview("a,b,c\n,5,\nLamp,6,\nMug \(String(repeating: "x", count: 30)),7,\n")
    #expect(preview.samples == ["Lamp", "5", ""])
    let elements = ProductImport.elements(of: .preview(preview, .block), prefix: "import")
    #expect("\(elements)".contains("a (Lamp)") && "\(elements)".contains("b (5)"))
  }

  @Test func `uses the columns that the user chose`() throws {
    let plan = try makePlan("a,b,name\nX,5,Lamp\n") { $0.mapping = ColumnMapping(["name": "a", "price": "b"]) }
    #expect(plan.changes == [.insert(Product(id: "new-1", name: "X", price: Money(cents: 500)))])
    #expect(throws: ImportFailure.noColumn("c", columns: ["a", "b"])) {
      try makePlan("a,b\n") { $0.mapping = ColumnMapping(["name": "c"]) }
    }
  }

  @Test func `makes the same IDs for rows without an ID, and each row a new product`() throws {
    let text = "id,name,price\n,Tea,1\np1,Lamp,19.99\n,Tea,1\n"
    let plan = try makePlan(text)
    #expect(plan.products.map(\.id) == ["new-1", "new-3"])
    #expect(try makePlan(text).changes == plan.changes)
    #expect(try makePlan("name,price\nLamp,19.99\n").products.map(\.id) == ["new-1"])
  }

  @Test func `leaves fields without a column as they are stored`() throws {
    let plan = try makePlan("sku,cost\np1,25.00\np9,1\n")
    var repriced = lamp
    repriced.price = Money(cents: 2500)
    #expect(plan.preview.rows.map(\.change) == [.changed(from: lamp)])
    #expect(plan.products.map(\.name) == ["Lamp"] && plan.products.map(\.tags) == [["light"]])
    #expect(
      plan.preview.badRows.map(\.reason) == ["a new product needs a name, and no column is mapped to it"])
  }

  @Test func `treats rows whose products exist as the user chose`() throws {
    let text = "id,name,price,tags\np1,Lamp,19.99,light\np2,Seat,49,\np3,Tea,3.50,\n"
    let skipped = try makePlan(text) { $0.existingRows = .skip }
    #expect(skipped.preview.counts.skipped == 2 && skipped.products.map(\.id) == ["p3"])
    let rejected = try makePreview(text) { $0.existingRows = .reject }
    #expect(rejected.counts.bad == 2 && rejected.counts.new == 1)
    #expect(rejected.badRows[0].reason == #"expected a new ID, found that of a stored product: "p1""#)
  }

  @Test func `is small, however many rows the file has`() throws {
    let count = caseCount(3_000, exhaustive: 100_000)
    var text = "id,name,price\n"
    for number in 1...count { text += "p\(number),Product \(number),\(number.isMultiple(of: 2) ? "1.00" : "x")\n" }
    let preview = try makePreview(text, stored: [])
    #expect(preview.counts.new == count / 2 && preview.counts.bad == count / 2)
    #expect(preview.rows.count == ImportPreview.maxRowCount && preview.badRows.count == ImportPreview.maxBadRowCount)
    #expect(preview.badRows.last?.position == TextPosition(line: 2000, column: 20))
  }

  @Test func `reads prices as people write them, and the others decide about a comma before three digits`() throws {
    for (other, price, bad) in [
      ("2,499.00", 129_900, 0), ("19.99", 129_900, 0), ("2,50", nil, 1), ("2 499", nil, 1), ("€5", nil, 1),
    ] as [(String, Int?, Int)] {
      let plan = try makePlan("id;name;price\np8;Sofa;1,299\np9;Bed;\(other)\n", "shop.csv")
      #expect(plan.preview.counts.bad == bad, "\(other)")
      let prices = plan.changes.compactMap { if case .insert(let product) = $0 { product.price.cents } else { nil } }
      #expect(price.map { prices.first == $0 } ?? (prices.count == 1), "\(other)")
    }
  }

  @Test func `takes a tag that is written twice once, as the sheet does`() throws {
    #expect(try makePlan("name;price;tags\nA;1;new, sale, new\n").products.map(\.tags) == [["new", "sale"]])
    let json = #"[{"name":"A","price":1,"tags":["new","sale","new"]}]"#
    #expect(try makePlan(json, "shop.json").products.map(\.tags) == [["new", "sale"]])
  }

  @Test func `shows rows that are stored before others`() throws {
    var text = "id,name,price,tags\n"
    for number in 1...30 { text += "p\(number),A,1,\n" }
    let stored = (1...29).map { Product(id: .init(rawValue: "p\($0)"), name: "A", price: Money(cents: 100)) }
    let preview = try makePreview(text, stored: stored)
    #expect(preview.rows.map(\.line) == [31] + Array(2...20))
  }
}

@Suite struct `A whole number in a file` {
  @Test func `may be missing, or have decimals of zero`() throws {
    let text = "name;price;Qty\nA;1;3\nB;1;\nC;1; 12,0\nD;1;0\n"
    #expect(try makePlan(text).products.map(\.stock) == [3, nil, 12, 0])
    let json = #"[{"name":"A","price":1,"stock":3},{"name":"B","price":1,"stock":null},{"name":"C","price":1}]"#
    #expect(try makePlan(json, "shop.json").products.map(\.stock) == [3, nil, nil])
  }

  @Test func `is kept in products that exist if the file has none`() throws {
    let lamp = Product(id: "p1", name: "Lamp", price: .zero, tags: ["a"], stock: 5, position: 1, version: 2)
    let plan = try makePlan("id,price\np1,3\n", stored: [lamp])
    #expect(plan.products.map(\.stock) == [5] && plan.products.map(\.tags) == [["a"]])
    let emptied = try makePlan("id,stock\np1,\n", stored: [lamp])
    #expect(emptied.products.map(\.stock) == [nil] && emptied.products.map(\.name) == ["Lamp"])
  }

  @Test(arguments: [
    ("many", #"2:5 stock: expected a whole number, found "many""#),
    ("1.5", #"2:5 stock: expected a whole number, found "1.5""#),
    ("-2", "2:5 stock: expected zero or more, found -2"),
    ("€3", #"2:5 stock: expected a whole number, found "€3""#),
    ("1.000", #"2:5 stock: "1.000": a point before three digits is ambiguous; write 1 or 1000"#),
    ("99999999999999999999", #"2:5 stock: "99999999999999999999": the number is too large"#),
  ]) func `is rejected with the reason if it is no number of pieces`(text: String, message: String) throws {
    #expect(try badRows("name,price,stock\nA,1,\(text)\n") == [message])
  }

  @Test func `has a separator of thousands if the prices show which one the decimals have`() throws {
    let plan = try makePlan("name;price;stock\nA;1,50;1.000\nB;2,00;7,000\n")
    #expect(plan.products.map(\.stock) == [1000, 7])
  }
}

@Suite struct `A bad row` {
  @Test(arguments: [
    ("p3,,1,", #"2:4 name: expected a name, found nothing"#),
    ("p3,  ,1,", #"2:4 name: expected a name, found white space"#),
    ("p3,Tea,,", #"2:8 price: expected an amount such as 19.99, found nothing"#),
    ("p3,Tea,ten,", #"2:8 price: expected an amount such as 19.99, found "ten""#),
    ("p3,Tea,-1,", #"2:8 price: expected zero or more, found -1.00"#),
    ("p3,Tea,1.005,", #"2:8 price: "1.005": too many decimals; an amount has two at most, as in 19.99"#),
    (
      "p3,Tea,\"1,234\",",
      #"2:8 price: "1,234": a comma before three digits is ambiguous; write thousands without it, as in 1234.00"#
    ),
    ("p3,,ten,", #"2:4 name: expected a name, found nothing; expected an amount such as 19.99, found "ten""#),
    ("p3,Tea,1", "2:1 -: expected 4 fields, as in the first line, found 3"),
    ("p3,Tea,1,a,b", "2:12 -: expected 4 fields, as in the first line, found 5"),
    (
      "\"p3\"x,Tea,1,",
      "2:5 -: expected a separator or the end of the line, or a doubled quotation mark inside the field, "
        + "found more text after the closing quotation mark"
    ),
  ]) func `says where it is, what was found and what was expected`(line: String, message: String) throws {
    #expect(try badRows("id,name,price,tags\n\(line)\np4,Mug,1,\n") == [message])
  }

  @Test(arguments: [
    (#"{"id":"a","name":"Tea"}"#, "2:1 price: expected an amount such as 19.99, found nothing"),
    (#"{"id":"a","name":"Tea","price":[1]}"#, "2:32 price: expected an amount such as 19.99, found a list"),
    (#"{"id":"a","name":"Tea","price":1e2}"#, #"2:32 price: expected an amount such as 19.99, found 1e2"#),
    (#"{"id":{},"name":"Tea","price":1}"#, "2:7 id: expected a text or a number, found an object"),
    (
      #"{"id":"a","name":"Tea","price":1,"tags":[1]}"#, "2:41 tags: expected a list of texts, found 1 in it"
    ), ("5", "2:1 -: expected an object for each row, found 5"),
  ]) func `of JSON has a position too`(object: String, message: String) throws {
    let good = #"{"id":"p4","name":"Mug","price":1,"tags":[]}"#
    #expect(try badRows("\(good)\n\(object)\n", "shop.jsonl").map { $0 } == [message])
    #expect(try badRows("[\(good),\n\(object)]", "shop.json") == [message])
  }

  @Test func `of JSON lines can be a line that is not JSON`() throws {
    #expect(
      try badRows("{\"id\":\"p3\",\"name\":\"Tea\",\"price\":1}\n{\"id\":\n", "shop.jsonl")
        == ["2:7 -: expected a value, found the end of the text"])
  }

  @Test func `names the line in which its ID occurs first`() throws {
    #expect(
      try badRows("id,name,price\na,Tea,1\n\"b\n\",Mug,1\na,Tea,2\na,Tea,3\n") == [
        #"5:1 id: "a" occurs already in line 2"#, #"6:1 id: "a" occurs already in line 2"#,
      ])
  }
}

@Suite struct `A file that cannot be read as rows` {
  private func message(_ bytes: [UInt8], _ path: String = "shop.csv") -> String? {
    do throws(ImportFailure) {
      _ = try makePlan(of: bytes, path)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `says where the error is`() {
    #expect(
      message(Array("id,name\na,\"Tea\n".utf8))
        == "line 2, column 3: expected a closing quotation mark, found an unterminated quoted field")
    #expect(message([]) == "line 1, column 1: expected a line with the column titles, found nothing")
    #expect(
      message(Array("[{\"id\":1},\n{]".utf8), "shop.json")
        == "line 2, column 2: expected a key in quotation marks, found ]")
    #expect(
      message(Array("{}".utf8), "shop.json")
        == "line 1, column 1: expected an array with an object for each row, found {")
    #expect(
      message(Array("name\nCaf".utf8) + [0xE9])
        == "line 2, column 4: expected text in UTF-8, found the byte E9; "
        + "choose the encoding of the file, such as windows-1252")
  }

  @Test func `can be read with another encoding, separator, format or without titles`() throws {
    let latin = Array("name;price\nCaf".utf8) + [0xE9] + Array(";1\n".utf8)
    #expect(try makePlan(of: latin) { $0.encoding = .latin1 }.products.map(\.name) == ["Café"])
    let text = "Tea|a,b;1\n"
    let plan = try makePlan(text, "shop.txt") {
      ($0.separator, $0.hasHeader) = (.semicolon, false)
      $0.mapping = ColumnMapping(["name": "column1", "price": "column2"])
    }
    #expect(plan.products.map(\.name) == ["Tea|a,b"] && plan.preview.separator == .semicolon)
    #expect(try makePlan(#"{"name":"Tea","price":1}"#, "shop.csv") { $0.format = .jsonl }.changes.count == 1)
  }

  @Test func `has too many columns`() {
    let header = Array(repeating: "a", count: 1_001).joined(separator: ",")
    #expect(message(Array(header.utf8)) == "line 1, column 1: expected at most 1000, found 1001 columns")
  }
}

@Suite struct `The order of an import` {
  private let text = "id,name,price\np1,Lamp,25.00\np2,Chair,49.00\np3,Tea,3.50\n"

  private func store(_ text: String? = nil, stored: [Product]) throws -> ImportPlan {
    let order = ImportOrder(try makePreview(self.text))
    return try ImportPlan(of: Array((text ?? self.text).utf8), storing: order, stored: stored)
  }

  @Test func `is refused if the file has changed`() throws {
    #expect(try store(stored: [lamp, chair]).changes.count == 2)
    #expect(throws: ImportFailure.fileChanged) { try store(text + "p4,Mug,1\n", stored: [lamp, chair]) }
  }

  @Test func `is refused if a product has changed, and names the only one`() {
    func edited(_ product: Product, version: Int) -> Product {
      var product = product
      product.version = version
      return product
    }
    for (stored, id) in [
      ([edited(lamp, version: 4), chair], "p1"), ([edited(lamp, version: 11), chair], "p1"), ([lamp], "p2"),
      ([lamp, chair, Product(id: "p3", name: "Tea", price: .zero, version: 1)], "p3"),
      ([edited(lamp, version: 4), edited(chair, version: 2)], nil),
    ] as [([Product], Product.ID?)] {
      #expect(throws: ImportFailure.productsChanged(id)) { try store(stored: stored) }
    }
  }

  @Test func `does not depend on products that the file does not contain`() throws {
    #expect(
      try store(stored: [Product(id: "p8", name: "X", price: .zero, version: 9), chair, lamp]).changes.count == 2)
  }
}

extension ImportPlan {
  /// The products that the plan stores.
  var products: [Product] {
    changes.compactMap {
      switch $0 {
      case .insert(let product), .update(let product, _), .restore(let product): product
      case .delete, .move: nil
      }
    }
  }
}
