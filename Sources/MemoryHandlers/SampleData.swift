import Analytics
import Shop
import Values

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ProductDatabase {
  /// A small shop as sample data.
  public static let sample: ProductDatabase = {
    let names: [(name: String, cents: Int, tags: [String])] = [
      ("Desk lamp", 1999, ["light"]), ("Floor lamp", 7450, ["light"]), ("Oak chair", 12900, ["oak", "seat"]),
      ("Stool", 3900, ["seat"]), ("Oak table", 34900, ["oak"]), ("Tea towel", 650, ["kitchen"]),
      ("Teapot", 2400, ["kitchen"]), ("Wool blanket", 5900, []), ("Candle", 350, ["light"]),
    ]
    let products = zip(1..., names).map { number, sample in
      Product(
        id: Product.ID(rawValue: "p\(number)"), name: sample.name, price: Money(cents: sample.cents),
        tags: sample.tags, position: number, version: 1)
    }
    return ProductDatabase(products: products)
  }()
}

extension EventDatabase {
  /// The events of seven users in two days, as sample data.
  public static let sample = EventDatabase((0..<24).map(UserEvent.sample))
}

extension UserEvent {
  /// Returns the sample event with this number.
  ///
  /// The events are about two hours apart, from 22 March 2023, 9:00 UTC. Users, flags and actions follow no visible
  /// pattern.
  fileprivate static func sample(_ number: Int) -> UserEvent {
    let morning: Int64 = 1_679_475_600_000
    let user = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number * 5 % 7)))
    return UserEvent(
      userID: user, flag: number % 4 == 0, timestamp: Instant(milliseconds: morning + Int64(number) * 7_463_000),
      action: UserEvent.Action.allCases[number * 2 % 3])
  }
}
