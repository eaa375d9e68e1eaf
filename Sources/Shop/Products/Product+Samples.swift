import Values

extension Product {
  /// The products of a small shop, to try a program with.
  public static let samples: [Product] = {
    let samples: [(name: String, cents: Int, tags: [String])] = [
      ("Desk lamp", 1999, ["light"]), ("Floor lamp", 7450, ["light"]), ("Oak chair", 12900, ["oak", "seat"]),
      ("Stool", 3900, ["seat"]), ("Oak table", 34900, ["oak"]), ("Tea towel", 650, ["kitchen"]),
      ("Teapot", 2400, ["kitchen"]), ("Wool blanket", 5900, []), ("Candle", 350, ["light"]),
    ]
    return zip(1..., samples).map { number, sample in
      Product(
        id: Product.ID(rawValue: "p\(number)"), name: sample.name, price: Money(cents: sample.cents),
        tags: sample.tags, position: number, version: 1)
    }
  }()
}
