import Synchronization
import Values

/// A stored change of products: who made it, and when.
public struct RecordedChange: Identifiable, Hashable, Codable, Sendable {
  /// A number that is higher than those of all earlier changes.
  public let id: Int
  /// The time of the change.
  public let time: Instant
  /// The name of the author.
  public let author: String
  /// The change in words, such as `Changed the price of Lamp and 8 more`.
  public let summary: String

  /// The largest number of changes that a store keeps: it removes the oldest ones.
  public static let keptCount = 10_000

  /// Creates a change.
  public init(id: Int, time: Instant, author: String, summary: String) {
    (self.id, self.time, self.author, self.summary) = (id, time, author, summary)
  }
}

/// The record of the latest changes of products: a port that memory or a database implements.
///
/// A store with a ``ChangeRecorder`` records each transaction in which it changes products, as a part of the transaction.
/// It keeps the last ``RecordedChange/keptCount`` changes.
public protocol ChangeLog: Sendable {
  /// Returns the latest changes, the newest first.
  func latestChanges(_ count: Int) async throws(ProductStoreError) -> [RecordedChange]
}

/// Makes the records of a store, with the name of the author and the time.
public final class ChangeRecorder: Sendable {
  private let name: Mutex<String>
  private let now: @Sendable () -> Instant

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - authorName: The name of the author.
  ///   - now: A closure that returns the current point in time.
  public init(authorName: String, now: @escaping @Sendable () -> Instant) {
    name = Mutex(authorName)
    self.now = now
  }

  /// The name of the author.
  ///
  /// It changes when the program that works with the store introduces itself.
  public var authorName: String {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }

  /// Returns the record of a change that is made now.
  package func record(_ summary: String, id: Int) -> RecordedChange {
    RecordedChange(id: id, time: now(), author: authorName, summary: summary)
  }
}

/// What a transaction has changed in the products, in words.
package struct ChangeSummary {
  private var added = NameList()
  private var restored = NameList()
  private var changed = NameList()
  private var changedFields: Set<String> = []
  /// The changed fields of the first product, with their values.
  private var firstChanges: [ProductEdit.FieldChange] = []
  private var deleted = NameList()
  private var moved = NameList()

  /// Creates a summary of a transaction that has changed nothing.
  package init() {}

  /// Adds a new product.
  package mutating func add(_ product: Product) { added.append(product.title) }

  /// Adds a deleted product that was stored again.
  package mutating func restore(_ product: Product) { restored.append(product.title) }

  /// Adds a change of a product, unless it was stored again as it was.
  package mutating func change(_ former: Product, to product: Product) {
    if former.hasSameContent(as: product) { return }
    if changedFields.count < Product.fields.count, let edit = ProductEdit(of: former, to: product) {
      if changed.isEmpty { firstChanges = edit.changes }
      changedFields.formUnion(edit.changes.map(\.field))
    }
    changed.append(product.title)
  }

  /// Adds a deletion of a product with a title.
  package mutating func delete(_ title: String) { deleted.append(title) }

  /// Adds a move of a product with a title.
  package mutating func move(_ title: String) { moved.append(title) }

  /// The changes as one line, or `nil` if there are none.
  package var text: String? {
    let parts = [
      added.isEmpty ? nil : "added \(added.text)", restored.isEmpty ? nil : "restored \(restored.text)",
      changed.isEmpty ? nil : changeText,
      deleted.isEmpty ? nil : "deleted \(deleted.text)", moved.isEmpty ? nil : "moved \(moved.text)",
    ].compactMap(\.self)
    if parts.isEmpty { return nil }
    let text = parts.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The changes of fields, with the values if it is one field of one product.
  private var changeText: String {
    let fields = Product.fields.filter { changedFields.contains($0.name) }
    let text = "changed the \(fields.map(\.name).joinedWithAnd) of \(changed.text)"
    guard changed.count == 1, firstChanges.count == 1 else { return text }
    let values = [firstChanges[0].old, firstChanges[0].new].map { value in
      let text = fields[0].text(of: value)
      return text.isEmpty ? "none" : text.shortened(toTerminalWidth: NameList.nameWidth)
    }
    return "\(text) from \(values[0]) to \(values[1])"
  }
}

/// The first names of a list, and how many it has.
struct NameList {
  private(set) var first: [String] = []
  private(set) var count = 0

  /// The largest number of names that are listed.
  static let limit = 3
  /// The width to which a name is shortened.
  static let nameWidth = 40

  var isEmpty: Bool { count == 0 }

  /// The names, or the first one and how many more there are.
  var text: String { count <= Self.limit ? first.joinedWithAnd : "\(first[0]) and \(count - 1) more" }

  /// Creates an empty list.
  init() {}

  /// Creates a list whose first names are given, up to the limit.
  init(first: [String], count: Int) { (self.first, self.count) = (first, count) }

  mutating func append(_ name: String) {
    if count < Self.limit { first.append(name.shortened(toTerminalWidth: Self.nameWidth)) }
    count += 1
  }
}

extension Product {
  /// The name, or the ID of a product without a name.
  package var title: String { name.isEmpty ? id.rawValue : name }
}
