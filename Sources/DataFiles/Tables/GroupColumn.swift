/// The column of a table that is being read that tells which samples belong together.
struct GroupColumn {
  /// The group of each sample, numbered as they come.
  private(set) var codes: [Int32] = []
  private var names = CategoryCollector(limit: Int(Int32.max))

  /// Takes a sample's text.
  mutating func take(_ field: UnsafeBufferPointer<UInt8>) {
    if case .code(let code) = names.code(FieldText.trimmed(field)) { codes.append(code) }
  }
}
