/// Where rows stood in the order that is seen when the keys went there: they may stand elsewhere by now.
struct PlaceHints: Sendable {
  var cursor: Int?
  var anchor: Int?
}
