import Language
import Testing

struct ParserTests {
  @Test(arguments: [
    ("", []),
    ("  \n\n ; ;\n# only a comment", []),
    ("undo", ["undo"]),
    ("undo;", ["undo"]),
    (";;undo;;status\n;help", ["undo", "status", "help"]),
    ("train hand on=hands.train", ["train hand on=hands.train"]),
    ("epochs = 50", ["epochs = 50"]),
    ("epochs=50;lr=1e-4", ["epochs = 50", "lr = 1e-4"]),
    ("train hand epochs = 50 on= hands.train x =1", ["train hand epochs=50 on=hands.train x=1"]),
    ("print a=1 b c=$d 'e'", ["print a=1 b c=$d \"e\""]),
    ("compare near hand turi on=hands by=leaveOneOut", ["compare near hand turi on=hands by=leaveOneOut"]),
    ("x = []", ["x = []"]),
    ("x = [[1, 2], [], [$a, 'b', f(1)],]", ["x = [[1, 2], [], [$a, \"b\", f(1)]]"]),
    ("x = f()", ["x = f()"]),
    ("train a schedule=cyclic(0.1, step = 5,)", ["train a schedule=cyclic(0.1, step=5)"]),
    ("undo # really", ["undo"]),
    ("print \"#\" '#' # third", ["print \"#\" \"#\""]),
  ])
  func `statements are read by the grammar`(text: String, expected: [String]) throws {
    #expect(try printed(text) == expected)
  }

  @Test(arguments: [
    ("network lenet input=[\n 1, # channels\n\n 28,\n 28,\n]", ["network lenet input=[1, 28, 28]"]),
    ("x = f(\n1\n,\nb\n=\n2\n)\nundo", ["x = f(1, b=2)", "undo"]),
    ("train hand \\\n  epochs=3 \\  \n  seed=1", ["train hand epochs=3 seed=1"]),
    ("train hand \\", ["train hand"]),
    ("x = \\\n5", ["x = 5"]),
    ("undo # not joined \\\nstatus", ["undo", "status"]),
  ])
  func `lists, calls and continued lines span lines`(text: String, expected: [String]) throws {
    #expect(try printed(text) == expected)
  }

  @Test(arguments: [
    ("network a { }", ["network a"]),
    ("network a{}", ["network a"]),
    ("network a {;;\n;}", ["network a"]),
    ("network a{convolution 32 kernel=3;flatten}", ["network a { convolution 32 kernel=3; flatten }"]),
    (
      "network a seed=7 {\n  flatten; # flat\n  innerProduct 10 { bias = false }\n\n  input = [1, 2]\n}\nundo",
      ["network a seed=7 input=[1, 2] { flatten; innerProduct 10 bias=false }", "undo"]
    ),
    ("a { b { c { d } } }", ["a { b { c { d } } }"]),
  ])
  func `a block holds named arguments and parts`(text: String, expected: [String]) throws {
    #expect(try printed(text) == expected)
  }

  @Test func `the session of the language's page is read`() throws {
    let statements = try printed(
      """
      # photos
      dataset hands path="Dataset" labels=[✊, ✋, ✌️]
      epochs = 50
      train hand on=hands.train validate=hands.test from=start {
        epochs = $epochs
        optimizer = sgd
        schedule = exponential(0.99)
        augment = [flipHorizontal, flipVertical]
      }
      sweep hand on=hands.train folds=5 learningRate=[1e-5, 1e-4] rank=validationLoss
      describe "HandsTrained.mlmodel"
      """)
    #expect(
      statements == [
        "dataset hands path=\"Dataset\" labels=[✊, ✋, ✌️]",
        "epochs = 50",
        "train hand on=hands.train validate=hands.test from=start epochs=$epochs optimizer=sgd "
          + "schedule=exponential(0.99) augment=[flipHorizontal, flipVertical]",
        "sweep hand on=hands.train folds=5 learningRate=[1e-5, 1e-4] rank=validationLoss",
        "describe \"HandsTrained.mlmodel\"",
      ])
  }

  @Test func `papermill's Python cell is read`() throws {
    let cell = """
      # Parameters
      name = "a \\"b\\" \\u270a \\U0001f44a caf\\xe9"
      flag = True
      rate = -0.5
      nothing_ = None
      xs = [1, -2, "three", [True]]
      long = [
          "one",
          "two",
      ]
      """
    #expect(
      try printed(cell) == [
        "name = \"a \\\"b\\\" ✊ 👊 café\"", "flag = True", "rate = -0.5", "nothing_ = None",
        "xs = [1, -2, \"three\", [True]]", "long = [\"one\", \"two\"]",
      ])
  }

  @Test func `papermill's Julia cell is read`() throws {
    let cell = "# Parameters\nflag = true\nnone = nothing\nxs = [0.5, 1e-05]\n"
    #expect(try printed(cell) == ["flag = true", "none = nothing", "xs = [0.5, 1e-05]"])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"])
  func `every line end ends a statement`(lineEnd: String) throws {
    #expect(try printed("undo # a\(lineEnd)x = [1,\(lineEnd)2]\(lineEnd)status") == ["undo", "x = [1, 2]", "status"])
  }

  @Test(arguments: [" ", "\t", "\u{A0}", "\u{3000}", "\u{2003}", "\u{200B}", "\u{FEFF}", "\u{0B}", "\u{0C}", "\u{85}"])
  func `every blank parts words`(blank: String) throws {
    #expect(try printed("\(blank)train\(blank)hand\(blank)on\(blank)=\(blank)x\(blank)") == ["train hand on=x"])
  }

  @Test func `spans are bytes of UTF-8`() throws {
    let source = Source("show ✊\ntrain hand on=hands.train {\n x=[1]\n flatten\n}")
    let statements = try Parser.parse(source).statements
    #expect(statements.map(\.span) == [Span(0, 8), Span(9, 54)])
    guard case .command(let train) = statements[1] else {
      Issue.record("train is no command")
      return
    }
    #expect(train.name == Located("train", at: Span(9, 14)))
    #expect(train.arguments.map { source.text(of: $0.span) } == ["hand", "on=hands.train", "x=[1]"])
    #expect(train.argument("on")?.value.span == Span(23, 34))
    #expect(train.argument("off") == nil)
    #expect(train.positional.map(\.text) == ["hand"])
    #expect(train.block.map { source.text(of: $0.span) } == "{\n x=[1]\n flatten\n}")
    #expect(train.block?.parts.map(\.description) == ["flatten"])
  }

  @Test func `a long source is read whole`() throws {
    let list = "x = [" + String(repeating: "1, ", count: 100_000) + "]\n"
    let lines = String(repeating: "train hand epochs=3 { flatten; }\n", count: 10_000)
    let cell = try Parser.parse(Source(list + lines))
    #expect(cell.statements.count == 10_001)
    guard case .assignment(let x)? = cell.statements.first else {
      Issue.record("x is not assigned")
      return
    }
    #expect(x.value.list?.count == 100_000)
  }

  @Test func `nesting is read up to its limit`() throws {
    let limit = Parser.nestingLimit
    func lists(_ depth: Int) -> Source {
      Source("x = " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
    func blocks(_ depth: Int) -> Source {
      Source(String(repeating: "a {", count: depth) + String(repeating: "}", count: depth))
    }
    #expect(fault(of: lists(limit)) == nil)
    #expect(fault(of: lists(limit + 1)) == SyntaxError(.nestedTooDeeply(limit: limit), at: Span(4 + limit, 5 + limit)))
    #expect(fault(of: lists(100_000))?.kind == .nestedTooDeeply(limit: limit))
    #expect(fault(of: blocks(limit)) == nil)
    #expect(fault(of: blocks(100_000))?.kind == .nestedTooDeeply(limit: limit))
    #expect(fault(of: Source(String(repeating: "f(", count: 100_000)))?.kind == .commandAsCall("f"))
    #expect(fault(of: Source("x=" + String(repeating: "f(", count: 99)))?.kind == .nestedTooDeeply(limit: limit))
  }

  @Test func `siblings do not count as nesting`() throws {
    #expect(fault(of: Source("x = [" + String(repeating: "[f(1)], ", count: 500) + "]")) == nil)
    #expect(fault(of: Source(String(repeating: "a { b { } };", count: 500))) == nil)
  }

  @Test func `a source beyond the limit is refused before it is read`() {
    let source = Source(String(repeating: "[", count: Source.limit + 1))
    let expected = SyntaxError.Kind.sourceTooLong(bytes: Source.limit + 1, limit: Source.limit)
    #expect(fault(of: source) == SyntaxError(expected, at: Span(0, 0)))
  }
}
