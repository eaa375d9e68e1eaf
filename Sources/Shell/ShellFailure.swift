/// How a command ended, as the system's `sysexits.h` numbers it.
public enum ExitStatus: Int32, Sendable {
  /// It did what it was asked for.
  case success = 0
  /// It could not, for a reason of the application's.
  case failure = 1
  /// The command line makes no sense.
  case usage = 64
  /// What was given makes no sense.
  case data = 65
  /// What it needs cannot be reached.
  case unavailable = 69
}

/// Why a command could not be carried out.
struct ShellFailure: Error {
  let status: ExitStatus
  let message: String
}

extension Error where Self == ShellFailure {
  static func usage(_ message: String) -> ShellFailure { ShellFailure(status: .usage, message: message) }

  /// A word that is none of those expected, with the nearest of them.
  static func unknown(_ word: String, _ what: String, of known: [String]) -> ShellFailure {
    let near = known.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
    let hint = near.flatMap { $0.distance <= 2 ? "; did you mean \"\($0.word)\"?" : nil }
    return .usage("unknown \(what) \"\(word)\"\(hint ?? ": expected \(known.joined(separator: ", "))")")
  }
}

/// How many letters must be put in, left out or replaced to make one word another.
func distance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var row = Array(0...right.count)
  for (line, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for column in right.indices {
      let replaced = diagonal + (letter == right[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
    }
  }
  return row[right.count]
}
