/// Where rows stood in the order that is seen when the keys went there: they may stand elsewhere by now.
struct PlaceHints: Sendable {
  var cursor: Int?
  var anchor: Int?
  /// The range that was selected last, if nothing has happened since but keys, hovering and scrolling, and none of it has
  /// changed what is selected.
  var range: PlaceRange?
  /// The same before the action that is being taken in.
  private(set) var rangeBefore: PlaceRange?

  /// An action is taken in: whether it leaves the range as it is, it has to say itself.
  mutating func forgetRange() {
    rangeBefore = range
    range = nil
  }

  /// The action changes neither rows nor their order nor what is selected.
  mutating func keepRange() { range = rangeBefore }
}
