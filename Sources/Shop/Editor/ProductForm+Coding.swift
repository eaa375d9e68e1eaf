import Forms

extension ProductForm.State: Codable {
  private enum CodingKeys: String, CodingKey { case fields, focus, stage, deferredRebase, notice }

  /// Decodes the contents of the form and the notice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let filling = try FormContents(
      fields: container.decode([ElementID: FieldState].self, forKey: .fields),
      focus: container.decodeIfPresent(ElementID.self, forKey: .focus),
      stage: container.decode(FormFeature.SubmissionStage.self, forKey: .stage),
      deferredRebase: container.decodeIfPresent([ValueAssignment].self, forKey: .deferredRebase) ?? [])
    fields = try FormFeature.State(
      ProductForm.form.compiled, decodedContents: filling, codingPath: container.codingPath)
    notice = try container.decodeIfPresent(ProductForm.Notice.self, forKey: .notice)
    if isSaving && notice != nil {
      throw DecodingError.dataCorruptedError(
        forKey: .notice, in: container,
        debugDescription: "a form that is being saved has no notice")
    }
  }

  /// Encodes the contents of the form and the notice, but not the rows, which are the same for every product.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let filling = fields.contents
    try container.encode(filling.fields, forKey: .fields)
    try container.encode(filling.focus, forKey: .focus)
    try container.encode(filling.stage, forKey: .stage)
    if !filling.deferredRebase.isEmpty { try container.encode(filling.deferredRebase, forKey: .deferredRebase) }
    try container.encode(notice, forKey: .notice)
  }
}
