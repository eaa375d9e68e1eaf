import Documents
import Tables
import Values

/// The cells of delimited text, each in eight bytes.
///
/// A text is stored as its place in the document, and copied from there each time it is read. Any other value is stored
/// as its bits.
final class DelimitedCells: Sendable {
  private let text: DelimitedText
  private let kinds: [ColumnKind]
  private let words: [CellWord]
  /// The values of the cells whose word is `exception`.
  private let exceptions: [Int: Value]

  /// Creates cells from their words, row by row.
  ///
  /// The words of a column are places of fields if its kind is text, and values of the kind otherwise.
  init(_ text: DelimitedText, kinds: [ColumnKind], words: [CellWord], exceptions: [Int: Value]) {
    (self.text, self.kinds, self.words, self.exceptions) = (text, kinds, words, exceptions)
  }

  var columnCount: Int { kinds.count }
  var rowCount: Int { words.count / max(1, kinds.count) }

  subscript(row: Int, column: Int) -> Value {
    let cell = row * kinds.count + column
    let word = words[cell]
    if word == .null { return .null }
    if word == .exception { return exceptions[cell] ?? .null }
    return switch kinds[column] {
    case .text: text.textOrNull(of: word.field)
    case .boolean: .boolean(word.bits == 1)
    case .integer: .integer(Int64(bitPattern: word.bits))
    case .decimal, .double: .real(Double(bitPattern: word.bits))
    case .money: .money(Money(cents: Int(bitPattern: UInt(word.bits))))
    case .date: .instant(Instant(milliseconds: Int64(bitPattern: word.bits)))
    }
  }
}

extension DelimitedText {
  /// Returns the text of a field.
  ///
  /// An empty field is null, and two quotation marks are an empty text.
  func textOrNull(of field: Field) -> Value {
    field.range.isEmpty && !field.isQuoted ? .null : .text(text(of: field))
  }
}

/// A cell in eight bytes.
struct CellWord: Hashable, Sendable {
  fileprivate let bits: UInt64

  /// No value.
  ///
  /// Few numbers have the same bits.
  static let null = CellWord(bits: 1 << 63 | 1)
  /// A value that is stored elsewhere, because it does not fit or has the bits of `null` or `exception`.
  static let exception = CellWord(bits: 1 << 63 | 2)

  private init(bits: UInt64) { self.bits = bits }
}

extension CellWord {
  private static let countBits: UInt64 = 23

  /// Creates the place of a field: where it begins, whether it is quoted, and the number of its bytes.
  ///
  /// A field with eight million bytes or more is an exception.
  init(_ field: DelimitedText.Field) {
    let (start, count) = (UInt64(field.range.lowerBound), UInt64(field.range.count))
    let quoted: UInt64 = field.isQuoted ? 1 : 0
    self = count >> Self.countBits > 0 ? .exception : Self(bits: (start << 1 | quoted) << Self.countBits | count)
  }

  /// The field, if this is the place of one.
  var field: DelimitedText.Field {
    let (start, count) = (Int(bits >> (Self.countBits + 1)), Int(bits & (1 << Self.countBits - 1)))
    return DelimitedText.Field(range: start..<start + count, isQuoted: bits >> Self.countBits & 1 == 1)
  }
}

extension CellWord {
  /// Creates the word of a value, which is `exception` if the value does not fit.
  init(_ value: Value) {
    let word: Self =
      switch value {
      case .null: .exception
      case .boolean(let isTrue): Self(bits: isTrue ? 1 : 0)
      case .integer(let integer): Self(bits: UInt64(bitPattern: integer))
      case .real(let real): Self(bits: real.bitPattern)
      case .money(let money): Self(bits: UInt64(bitPattern: Int64(money.cents)))
      case .instant(let instant): Self(bits: UInt64(bitPattern: instant.milliseconds))
      case .text, .list, .object: .exception
      }
    self = value == .null ? .null : word == .null ? .exception : word
  }
}
