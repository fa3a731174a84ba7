/// Reads the fields of a message's content. A field that is `null` counts as missing; unknown fields are nobody's business.
struct Fields {
  let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  func string(_ name: String) throws(RequestError) -> String {
    guard let text = try optionalString(name) else { throw .missing(field: name) }
    return text
  }

  func string(_ name: String, default text: String) throws(RequestError) -> String {
    try optionalString(name) ?? text
  }

  func optionalString(_ name: String) throws(RequestError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.stringValue else { throw .wrongType(field: name, expected: "string") }
    return text
  }

  func bool(_ name: String, default truth: Bool) throws(RequestError) -> Bool {
    guard let value = value(name) else { return truth }
    guard let truth = value.boolValue else { throw .wrongType(field: name, expected: "boolean") }
    return truth
  }

  func integer(_ name: String) throws(RequestError) -> Int {
    guard let number = try optionalInteger(name) else { throw .missing(field: name) }
    return number
  }

  func integer(_ name: String, default number: Int) throws(RequestError) -> Int {
    try optionalInteger(name) ?? number
  }

  func optionalInteger(_ name: String) throws(RequestError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.integerValue else { throw .wrongType(field: name, expected: "integer") }
    return number
  }

  private func value(_ name: String) -> JSONValue? {
    let value = object[name]
    return value == .null ? nil : value
  }
}
