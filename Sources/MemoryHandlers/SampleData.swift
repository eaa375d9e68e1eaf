import Analytics
import Shop

extension ProductDatabase {
  /// A small shop as sample data.
  public static let sample = ProductDatabase(products: Product.samples)
}

extension EventDatabase {
  /// The events of seven users in two days, as sample data.
  public static let sample = EventDatabase(UserEvent.samples)
}
