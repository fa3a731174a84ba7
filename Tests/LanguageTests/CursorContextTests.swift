import Language
import Testing

/// A context in one line: what is typed, of what, in what, and `[partial]` with marks of its form.
private func summary(_ text: String) -> String {
  let marked = Marked(text)
  let context = CursorContext(marked.source, at: marked.codePoint)
  var parts: [String] = []
  switch context.role {
  case .command: parts.append("command")
  case .argument(let position): parts.append("argument \(position)")
  case .value(let key): parts.append("value of \(key)")
  case .assignment(let name): parts.append("assigned to \(name)")
  case .nothing: parts.append("nothing")
  }
  if let command = context.command { parts.append("of \(describe(command))") }
  for command in context.enclosing { parts.append("in block of \(describe(command))") }
  for nesting in context.nesting {
    switch nesting {
    case .list(let position): parts.append("in list \(position)")
    case .call(let name, let position, let keys, let key):
      parts.append("in \(name)(\(position); \(keys.joined(separator: ","));\(key.map { " " + $0 } ?? ""))")
    }
  }
  parts.append(form(context))
  if context.isFollowedByEquals { parts.append("=") }
  return parts.joined(separator: " ")
}

private func describe(_ command: CursorContext.Command) -> String {
  "\(command.name)(\((command.positional + command.keys.map { $0 + "=" }).joined(separator: " ")))"
}

private func form(_ context: CursorContext) -> String {
  switch context.form {
  case .word: "[\(context.partial)]"
  case .variable: "$[\(context.partial)]"
  case .string(let quote): "\(quote)[\(context.partial)]"
  }
}

struct CursorContextTests {
  @Test(arguments: [
    ("‸", "command []"),
    ("  ‸", "command []"),
    ("‸train hand", "command of train(hand) []"),
    ("tra‸", "command of tra() [tra]"),
    ("tra‸in hand on=x", "command of train(hand on=) [tra]"),
    ("train‸", "command of train() [train]"),
    ("undo\n‸", "command []"),
    ("undo\nsh‸\ntrain hand", "command of sh() [sh]"),
    ("undo; sh‸", "command of sh() [sh]"),
    ("undo;‸", "command []"),
    ("epo‸ = 3", "command [epo] ="),
    ("epochs ‸= 3", "nothing []"),
  ])
  func `the first word of a statement is a command`(text: String, expected: String) {
    #expect(summary(text) == expected)
  }

  @Test(arguments: [
    ("train ‸", "argument 0 of train() []"),
    ("train ‸hand", "argument 0 of train() []"),
    ("train ‸ hand", "argument 0 of train(hand) []"),
    ("train ha‸", "argument 0 of train() [ha]"),
    ("train ha‸nd", "argument 0 of train() [ha]"),
    ("train hand ep‸", "argument 1 of train(hand) [ep]"),
    ("train hand ep‸=50", "argument 1 of train(hand) [ep] ="),
    ("train hand ep‸ =50", "argument 1 of train(hand) [ep] ="),
    ("train hand ‸epochs=50 seed=1", "argument 1 of train(hand seed=) [] ="),
    ("train hand epochs=50 ‸", "argument 1 of train(hand epochs=) []"),
    ("train hand epochs=50 ‸ seed=4\nplot x=1", "argument 1 of train(hand epochs= seed=) []"),
    ("compare near \"a b\" $c [1] ‸", "argument 4 of compare(near \"a b\" $c [1]) []"),
    ("train hand \\\n  ep‸", "argument 1 of train(hand) [ep]"),
    ("train hand \\\n  ‸", "argument 1 of train(hand) []"),
    ("print(ep‸", "argument 0 of print() [ep]"),
    ("layers $‸", "argument 0 of layers() $[]"),
    ("layers $ha‸nd", "argument 0 of layers() $[ha]"),
    ("layers ‸$hand", "argument 0 of layers() []"),
    ("describe \"Ha‸", "argument 0 of describe() \"[Ha]"),
    ("describe 'Ha‸nds.mlmodel' last=3", "argument 0 of describe(last=) '[Ha]"),
    ("describe \"‸\"", "argument 0 of describe() \"[]"),
    ("describe ‸\"a\"", "argument 0 of describe() []"),
  ])
  func `a further word is an argument`(text: String, expected: String) {
    #expect(summary(text) == expected)
  }

  @Test(arguments: [
    ("train hand epochs=‸", "value of epochs of train(hand epochs=) []"),
    ("train hand epochs= ‸", "value of epochs of train(hand epochs=) []"),
    ("train hand epochs = ‸", "value of epochs of train(hand epochs=) []"),
    ("train hand epochs=‸ seed=4", "value of epochs of train(hand epochs= seed=) []"),
    ("train hand epochs=5‸0 seed=4", "value of epochs of train(hand epochs= seed=) [5]"),
    ("train hand on=hands.tr‸", "value of on of train(hand on=) [hands.tr]"),
    ("train hand epochs=$‸", "value of epochs of train(hand epochs=) $[]"),
    ("train hand epochs=$ep‸", "value of epochs of train(hand epochs=) $[ep]"),
    ("dataset hands path=\"Data‸", "value of path of dataset(hands path=) \"[Data]"),
    ("dataset hands path=\"Data‸set\" split=1", "value of path of dataset(hands path= split=) \"[Data]"),
    ("epochs = ‸", "assigned to epochs []"),
    ("epochs=‸", "assigned to epochs []"),
    ("epochs = $le‸", "assigned to epochs $[le]"),
    ("epochs = 5 ‸", "nothing []"),
  ])
  func `behind an equals sign stands a value`(text: String, expected: String) {
    #expect(summary(text) == expected)
  }

  @Test(arguments: [
    ("update hand layers=[‸", "value of layers of update(hand layers=) in list 0 []"),
    ("update hand layers=[conv1, fi‸", "value of layers of update(hand layers=) in list 1 [fi]"),
    ("update hand layers=[conv1,‸] last=3", "value of layers of update(hand layers= last=) in list 1 []"),
    ("update hand layers=[\n  conv1,\n  ‸\n]", "value of layers of update(hand layers=) in list 1 []"),
    ("update hand layers=[conv1, \"fi‸", "value of layers of update(hand layers=) in list 1 \"[fi]"),
    ("plot hand [a, ‸", "argument 1 of plot(hand) in list 1 []"),
    ("x = [$‸", "assigned to x in list 0 $[]"),
    ("train a schedule=exponential(‸", "value of schedule of train(a schedule=) in exponential(0; ;) []"),
    ("train a schedule=cyclic(0.1, st‸", "value of schedule of train(a schedule=) in cyclic(1; ;) [st]"),
    (
      "train a schedule=cyclic(0.1, step=‸) seed=1",
      "value of schedule of train(a schedule= seed=) in cyclic(1; step; step) []"
    ),
    ("train a schedule=cyclic(step=2, ‸", "value of schedule of train(a schedule=) in cyclic(0; step;) []"),
    ("x = f([1, g(‸", "assigned to x in f(0; ;) in list 1 in g(0; ;) []"),
    ("train a augment=[b] ‸", "argument 1 of train(a augment=) []"),
    ("train a schedule=f(1) ‸", "argument 1 of train(a schedule=) []"),
    ("plot a f(1) [2] ‸", "argument 3 of plot(a f(1) [2]) []"),
    ("x = [a ‸", "nothing []"),
    ("x = [a b‸", "nothing [b]"),
    ("x = {\"a‸", "nothing \"[a]"),
    ("train a x={b: ‸} ", "nothing []"),
    ("train a x={b: 1} ‸", "argument 1 of train(a x=) []"),
  ])
  func `lists and calls are known`(text: String, expected: String) {
    #expect(summary(text) == expected)
  }

  @Test(arguments: [
    ("network a {‸", "command in block of network(a) []"),
    ("network a {\n  con‸", "command of con() in block of network(a) [con]"),
    ("train a seed=1 {\n  epochs = 3\n  ‸\n  on = x\n}", "command in block of train(a seed= epochs= on=) []"),
    ("train a {\n  ep‸ochs = 3\n  on = x\n}", "command in block of train(a on=) [ep] ="),
    ("train a {\n  epochs = ‸\n}", "value of epochs of train(a epochs=) []"),
    ("train a {\n  optimizer=s‸; on=x }", "value of optimizer of train(a optimizer= on=) [s]"),
    ("train a { augment = [x, ‸", "value of augment of train(a augment=) in list 1 []"),
    ("network a { convolution 32 ‸", "argument 1 of convolution(32) in block of network(a) []"),
    ("network a { convolution 32 kernel=‸ }", "value of kernel of convolution(32 kernel=) in block of network(a) []"),
    (
      "network a {\n flatten\n group { dense ‸ units=3 } }\nplot b",
      "argument 0 of dense(units=) in block of network(a) in block of group() []"
    ),
    ("network a { b { x = ‸ } }", "value of x of b(x=) in block of network(a) []"),
    ("network a { flatten } ‸", "nothing []"),
    ("network a { flatten }‸", "nothing []"),
    ("network a { flatten }\n‸", "command []"),
    ("a { b [1, 2 } c ‸", "nothing []"),
  ])
  func `blocks are known`(text: String, expected: String) {
    #expect(summary(text) == expected)
  }

  @Test(arguments: [
    ("# tra‸", "nothing []"),
    ("undo # ‸ no", "nothing []"),
    ("undo ‸# no", "argument 0 of undo() []"),
    ("describe \"a\"‸", "nothing []"),
    ("x = [1]‸", "nothing []"),
    ("x = f(1)‸", "nothing []"),
  ])
  func `in comments and behind closed values nothing is typed`(text: String, expected: String) {
    #expect(summary(text) == expected)
  }

  @Test(arguments: [
    ("x = \"unclosed\ntrain ha‸", "argument 0 of train() [ha]"),
    ("train hand labels=[a, b\nshow ha‸", "argument 0 of show() [ha]"),
    ("train hand labels=[a, b\nsho‸", "command of sho() [sho]"),
    ("train hand labels=[a, b\n‸", "command []"),
    ("train hand labels=[a, b\n‸\n, c]", "nothing []"),
    ("train hand labels=[a, b\n‸\n]", "nothing []"),
    ("train hand labels=[a,\n b\n c‸\n]", "nothing [c]"),
    ("train hand labels=[a;show ‸", "argument 0 of show() []"),
    ("a { x = [1, 2\n on‸\n}", "command of on() in block of a(x=) [on]"),
    ("] ) } train ‸", "argument 0 of train() []"),
    ("train \\ hand ep‸", "argument 1 of train(hand) [ep]"),
    ("train \0hand ep‸", "argument 1 of train(hand) [ep]"),
    ("\"what\" ep‸", "nothing [ep]"),
    ("x = a = b ‸", "nothing []"),
    ("train a=b=‸", "value of b of train(a= b=) []"),
  ])
  func `an error does not leak past its line`(text: String, expected: String) {
    #expect(summary(text) == expected)
  }

  @Test(arguments: [
    ("show ✊ la‸bel", 7..<9, "la", "label", 7..<12),
    ("show ✌️ ‸", 8..<8, "", "", 8..<8),
    ("show 👩‍🔬 e\u{301}té‸", 9..<13, "e\u{301}té", "e\u{301}té", 9..<13),
    ("print \"👊 é‸\"", 7..<10, "👊 é", "\"👊 é\"", 6..<11),
    ("x = '✊'; y = $é✊‸", 15..<16, "✊", "✊", 15..<16),
    ("print $añ‸o", 7..<9, "añ", "$año", 6..<10),
    ("a\r\nb ✋‸ c", 5..<6, "✋", "✋", 5..<6),
    ("\u{FEFF}tra‸", 1..<4, "tra", "tra", 1..<4),
  ])
  func `places are code points`(
    text: String, replacement: Range<Int>, partial: String, word: String, wordRange: Range<Int>
  ) {
    let marked = Marked(text)
    let context = CursorContext(marked.source, at: marked.codePoint)
    #expect(context.replacement == replacement)
    #expect(context.partial == partial)
    #expect(context.word == word)
    #expect(context.wordRange == wordRange)
  }

  @Test(arguments: [
    ("dataset a path=\"caf\\u00e9/ph‸", "caf\\u00e9/ph", "café/ph"),
    ("dataset a path=\"caf\\u00‸", "caf\\u00", "caf\\u00"),
    ("dataset a path='C:\\ph‸'", "C:\\ph", "C:\\ph"),
    ("dataset a path=da‸", "da", "da"),
  ])
  func `a partial string is known as written and as meant`(text: String, partial: String, contents: String) {
    let marked = Marked(text)
    let context = CursorContext(marked.source, at: marked.codePoint)
    #expect(context.partial == partial)
    #expect(context.partialContents == contents)
  }

  @Test(arguments: [-5, 0, 4, 5, 6, 1_000])
  func `places outside the source are moved into it`(codePoint: Int) {
    let context = CursorContext(Source("undo\n"), at: codePoint)
    #expect(context.replacement.upperBound == min(max(codePoint, 0), 5))
    #expect(context.role == .command)
  }

  @Test func `nesting of any depth is walked`() {
    let depth = 10_000
    let source = Source("a x=" + String(repeating: "[", count: depth) + "b")
    let context = CursorContext(source, at: depth + 5)
    #expect(context.role == .value(key: "x"))
    #expect(context.partial == "b")
    #expect(context.nesting.count == Parser.nestingLimit)
  }
}
