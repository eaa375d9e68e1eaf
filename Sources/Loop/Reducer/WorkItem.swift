/// Something that a feature does for the user, or has failed to do, as people read it.
///
/// A feature names its own work, so that a list of the work of an application needs no text for each feature.
public struct WorkItem: Hashable, Sendable, Identifiable {
  /// What the work is for.
  public enum Purpose: Hashable, Sendable {
    /// To show data.
    case loading
    /// To store what the user has changed.
    case storing
    /// To send data to a server.
    case sending
    /// Anything else, such as reading a file.
    case other
  }

  /// How far the work is.
  public enum Status: String, Hashable, Sendable {
    /// It is being done.
    case inProgress = "in progress"
    /// It will be done later.
    case waiting
    /// It has failed, and can be tried again.
    case failed
    /// Something outside has refused it.
    case refused
  }

  /// The identifier among all work.
  public let id: String
  /// What is done, such as `Load the products`.
  public let title: String
  /// What it is for.
  public let purpose: Purpose
  /// How far it is.
  public let status: Status
  /// Why it has failed or must wait, or an empty text.
  public let detail: String
  /// A Boolean value that indicates whether it has failed because something outside cannot be used at the moment.
  public let isUnavailable: Bool

  /// Creates an item.
  public init(
    _ id: String, _ title: String, _ purpose: Purpose, _ status: Status, detail: String = "",
    isUnavailable: Bool = false
  ) {
    self.id = id
    self.title = title
    self.purpose = purpose
    self.status = status
    self.detail = detail
    self.isUnavailable = isUnavailable
  }

  /// Creates an item that is in progress, or that has failed for a reason.
  public init(
    _ id: String, _ title: String, _ purpose: Purpose, failure: String?, isUnavailable: Bool = true
  ) {
    self.init(
      id, title, purpose, failure == nil ? .inProgress : .failed, detail: failure ?? "",
      isUnavailable: failure != nil && isUnavailable)
  }
}
