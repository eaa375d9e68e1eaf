import Forms
import Tables

extension Screen.Element: Codable {
  private enum CodingKeys: CodingKey { case id, content, commands }

  private enum ContentKeys: CodingKey { case table, form, counters, chart, text }

  /// Encodes the element with its content as an object with one member, whose name is the kind of the content.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    var nested = container.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    switch content {
    case .table(let table, let commands):
      try nested.encode(table, forKey: .table)
      try container.encode(commands, forKey: .commands)
    case .form(let form, let commands):
      try nested.encode(form, forKey: .form)
      try container.encode(commands, forKey: .commands)
    case .counters(let counters): try nested.encode(counters, forKey: .counters)
    case .chart(let chart): try nested.encode(chart, forKey: .chart)
    case .text(let paragraphs): try nested.encode(paragraphs, forKey: .text)
    }
  }

  /// Decodes an element.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let nested = try container.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    let content: Screen.Content
    if let table = try nested.decodeIfPresent(TableScreen<String>.self, forKey: .table) {
      content = .table(table, try container.decode(TableCommands.self, forKey: .commands))
    } else if let form = try nested.decodeIfPresent(FormScreen.self, forKey: .form) {
      content = .form(form, try container.decode(FormCommands.self, forKey: .commands))
    } else if let counters = try nested.decodeIfPresent([Screen.Counter].self, forKey: .counters) {
      content = .counters(counters)
    } else if let chart = try nested.decodeIfPresent(Screen.Chart.self, forKey: .chart) {
      content = .chart(chart)
    } else {
      content = .text(try nested.decode([String].self, forKey: .text))
    }
    self.init(try container.decode(String.self, forKey: .id), content)
  }
}
