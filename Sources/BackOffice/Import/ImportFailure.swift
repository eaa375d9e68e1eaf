import Documents
import Shop
import Values

/// The reason why a file could not be read or imported.
///
/// Nothing was stored, except perhaps if the store is offline.
public enum ImportFailure: Error, Hashable, Codable, Sendable {
  /// The file could not be read.
  case file(FileStoreError)
  /// The contents cannot be read as rows.
  case contents(String)
  /// The contents are not text in the encoding of the settings.
  case encoding(String)
  /// The file has no column with this name; the file's columns follow.
  case noColumn(String, columns: [String])
  /// The stored products could not be loaded.
  case loading(ProductStoreError)
  /// The products could not be stored.
  case storing(ProductTransactionError)
  /// The file has changed since the preview.
  case fileChanged
  /// Products that the file refers to have changed since the preview: this one, or several.
  case productsChanged(Product.ID?)
  /// The work was cancelled.
  case cancelled
}

extension ImportFailure {
  /// Creates the failure for an error in the document.
  init(_ error: DocumentError) {
    self =
      error.kind == .encoding
      ? .encoding("\(error); choose the encoding of the file, such as \(TextEncoding.windows1252.rawValue)")
      : .contents("\(error)")
  }
}

extension ImportFailure: CustomStringConvertible {
  /// The message for the user: what failed and what to do next.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .contents(let text), .encoding(let text): text
    case .noColumn(let name, let columns):
      "There is no column \(name.jsonQuoted). "
        + (closestMatch(to: name, among: columns).map { "Did you mean \($0.jsonQuoted)?" }
          ?? "The file has \(columns.joined(separator: ", ")).")
    case .loading(let error): "The stored products could not be loaded. \(error)"
    case .storing(.offline): "\(ProductTransactionError.offline) Read the file again to see which."
    case .storing(let error): "\(error)"
    case .fileChanged: "The file has changed since the preview. No product was stored. Read it again."
    case .productsChanged(let id?):
      "The product \(id.rawValue) has been changed since the preview. No product was stored. Read the file again."
    case .productsChanged(nil):
      "Products in the file have been changed since the preview. No product was stored. Read the file again."
    case .cancelled: "It was cancelled. No product was stored."
    }
  }
}
