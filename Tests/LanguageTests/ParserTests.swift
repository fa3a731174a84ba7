import Testing

@testable import Language

/// Parses a text that must be right and prints it in canonical form, one statement per line.
private func printed(_ text: String) throws -> [String] {
  try Parser.parse(Source(text)).statements.map(\.description)
}

struct ParserTests {
  @Test(arguments: [
    ("", []),
    ("  \n\n ; ;\n# only a comment", []),
    ("undo", ["undo"]),
    ("train hand on=hands.train", ["train hand on=hands.train"]),
    ("epochs = 50", ["epochs = 50"]),
    ("epochs=50;lr=1e-4", ["epochs = 50", "lr = 1e-4"]),
    ("train hand epochs = 50 on= hands.train", ["train hand epochs=50 on=hands.train"]),
    ("dataset hands path=\"Dataset\" labels=[✊, ✋, ✌️]", ["dataset hands path=\"Dataset\" labels=[✊, ✋, ✌️]"]),
    ("print a=1 b c=$d 'e'", ["print a=1 b c=$d \"e\""]),
    ("network lenet input=[\n 1, # channels\n 28,\n 28,\n]", ["network lenet input=[1, 28, 28]"]),
    ("train hand \\\n  epochs=3 \\  \n  seed=1", ["train hand epochs=3 seed=1"]),
    ("train hand schedule=cyclic(0.1, step = 5,)", ["train hand schedule=cyclic(0.1, step=5)"]),
    ("x = []", ["x = []"]),
    ("x = f()", ["x = f()"]),
    ("network a { }", ["network a"]),
    (
      "network a seed=7 {\n  flatten; # flat\n  innerProduct 10 { bias = false }\n\n  input = [1, 2]\n}\nundo",
      ["network a seed=7 input=[1, 2] { flatten; innerProduct 10 bias=false }", "undo"]
    ),
    ("network a{convolution 32 kernel=3;flatten}", ["network a { convolution 32 kernel=3; flatten }"]),
  ])
  func `statements are read by the grammar`(text: String, expected: [String]) throws {
    #expect(try printed(text) == expected)
  }
}
