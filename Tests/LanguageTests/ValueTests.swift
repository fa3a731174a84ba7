import Language
import Testing

struct ValueTests {
  @Test func `each form answers for itself alone`() throws {
    let forms = try ["sgd", "\"sgd\"", "$sgd", "[sgd]", "sgd(1)"].map { try #require(try value($0)) }
    #expect(forms.map { $0.word?.text } == ["sgd", nil, nil, nil, nil])
    #expect(forms.map(\.string) == [nil, "sgd", nil, nil, nil])
    #expect(forms.map(\.variable) == [nil, nil, "sgd", nil, nil])
    #expect(forms.map { $0.list?.count } == [nil, nil, nil, 1, nil])
    #expect(forms.map { $0.call?.name.value } == [nil, nil, nil, nil, "sgd"])
    #expect(forms.map(\.textOrString) == ["sgd", "sgd", nil, nil, nil])
    #expect(forms.map(\.symbol) == ["sgd", nil, nil, nil, nil])
    #expect(forms.map(\.path) == [["sgd"], nil, nil, nil, nil])
  }

  @Test func `numbers are read from words only`() throws {
    #expect(try value("50")?.integer == 50)
    #expect(try value("80%")?.decimal == 0.8)
    #expect(try value("\"50\"")?.integer == nil)
    #expect(try value("\"0.5\"")?.decimal == nil)
    #expect(try value("[50]")?.integer == nil)
  }

  @Test(
    arguments: [
      ("true", true), ("False", false), ("\"true\"", true), ("'False'", false), ("\"yes\"", nil), ("[true]", nil),
    ] as [(String, Bool?)])
  func `a truth value may be a string`(text: String, expected: Bool?) throws {
    #expect(try value(text)?.bool == expected)
  }

  @Test func `none is a word`() throws {
    #expect(try value("None")?.isNone == true)
    #expect(try value("\"none\"")?.isNone == false)
    #expect(try value("$none")?.isNone == false)
  }

  @Test(arguments: ["1e-4", "'a b'", "\"\\u00e9\"", "$x", "[1,\n  2 ]", "f( a = 1 )", "✌️"])
  func `a value has the text it was written with`(text: String) throws {
    #expect(try value(text)?.text == text)
  }

  @Test func `a call may be made of something`() throws {
    let method = try #require(try value("data.train.by(writer)")?.call?.method)
    #expect(method.name == "by" && method.owner.value == "data.train")
    #expect(method.owner.span == Span(4, 14))
    #expect(try value("by(data.train)")?.call?.method == nil)
  }

  @Test func `the parts of a call have keys and places`() throws {
    let call = try #require(try value("cyclic(0.1, step=[5, 6])")?.call)
    #expect(call.arguments.map { $0.key?.value } == [nil, "step"])
    #expect(call.arguments.map(\.value.text) == ["0.1", "[5, 6]"])
    #expect(call.arguments.map(\.span) == [Span(11, 14), Span(16, 27)])
    #expect(call.arguments.last?.value.list?.map(\.span) == [Span(22, 23), Span(25, 26)])
  }
}
