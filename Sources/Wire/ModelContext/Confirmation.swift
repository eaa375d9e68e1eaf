import Documents
import Values

/// Signs questions for a client that keeps them until its user has answered.
///
/// The client cannot change a question, answer it with another call, or answer it twice.
struct ConfirmationSigner {
  private let key: [UInt8]
  private let now: () -> Instant
  private var lastNumber = 0
  private var answered: Set<String> = []

  /// The number of milliseconds for which a question can be answered.
  private static let lifetime: Int64 = 600_000

  /// Creates a signer.
  ///
  /// - Parameters:
  ///   - key: Random bytes that nobody else knows.
  ///   - now: A closure that returns the time.
  init(key: [UInt8], now: @escaping () -> Instant) { (self.key, self.now) = (key, now) }

  /// Returns the signed questions about a call: those that were answered, and a new one.
  mutating func sign(_ questions: [String], about call: String) -> String {
    lastNumber += 1
    let content = "\(lastNumber).\(now().milliseconds + Self.lifetime).\(JSONNode.texts(questions).text)"
    return "\(signature(of: content, about: call)).\(content)"
  }

  /// Returns the questions in a signed text, which then cannot be answered again, or `nil` if the text is not valid for a
  /// call.
  mutating func questions(in text: String, about call: String) -> [String]? {
    let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, let end = Int64(parts[2]), now().milliseconds <= end else { return nil }
    let content = parts.dropFirst().joined(separator: ".")
    // The time of the comparison must not tell how much of the signature is right.
    let difference = zip(signature(of: content, about: call).utf8, parts[0].utf8).reduce(0) { $0 | ($1.0 ^ $1.1) }
    guard difference == 0, parts[0].utf8.count == 64, answered.insert(parts[1]).inserted else { return nil }
    return (try? JSONNode(parsing: parts[3]))?.elements?.compactMap(\.textContent)
  }

  private func signature(of content: String, about call: String) -> String {
    // Neither of the two can continue in the other.
    let message = Array("\(call.utf8.count) \(call) \(content)".utf8)
    return SHA256.signature(of: message, key: key).hexadecimalText
  }
}
