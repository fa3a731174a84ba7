import JupyterWire
import Testing

@Suite struct JSONObjectTests {
  @Test func `of a repeated name the last value counts`() throws {
    let object = try #require(try JSONReader.read(Array(#"{"a":1,"b":2,"a":3}"#.utf8)).objectValue)
    #expect(object["a"] == 3)
    #expect(object["b"] == 2)
    #expect(object["c"] == nil)
    #expect(object.count == 3)
  }

  @Test func `setting replaces, adds and removes`() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = 5
    object["c"] = "x"
    object["b"] = nil
    #expect(object.members == [.init(name: "a", value: 5), .init(name: "c", value: "x")])
    #expect(!object.isEmpty)
    #expect(JSONObject().isEmpty)
  }

  @Test func `the order of members does not make objects different`() {
    #expect(JSONObject([("a", 1), ("b", 2)]) == JSONObject([("b", 2), ("a", 1)]))
    #expect(JSONObject([("a", 1), ("b", 2)]) != JSONObject([("a", 2), ("b", 1)]))
    #expect(JSONObject([("a", 1)]) != JSONObject([("a", 1), ("b", 2)]))
  }
}
