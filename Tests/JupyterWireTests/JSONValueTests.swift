import JupyterWire
import Testing

@Suite struct JSONValueTests {
  @Test func `each kind gives itself and nothing else`() {
    let values: [JSONValue] = [nil, true, 3, 2.5, "x", [1], ["a": 1]]
    #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil])
    #expect(values.map(\.integerValue) == [nil, nil, 3, nil, nil, nil, nil])
    #expect(values.map(\.stringValue) == [nil, nil, nil, nil, "x", nil, nil])
    #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, nil, [1], nil])
    #expect(values.map(\.objectValue) == [nil, nil, nil, nil, nil, nil, ["a": 1]])
  }

  @Test func `a whole number may be written with a fraction of zero`() {
    #expect(JSONValue.number(3).integerValue == 3)
    #expect(JSONValue.number(1e300).integerValue == nil)
    #expect(JSONValue.number(.nan).integerValue == nil)
  }
}
