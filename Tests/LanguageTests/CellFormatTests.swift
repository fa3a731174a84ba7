import Testing

@testable import Language

struct CellFormatTests {
  @Test(
    arguments: [
      ("train  hand   on = hands.train epochs =50", "train hand on=hands.train epochs=50"),
      ("epochs=50", "epochs = 50"),
      ("labels=[ ✊ ,✋,✌️ ]", "labels = [✊, ✋, ✌️]"),
      ("dataset p path = 'a  b' labels=[a,b]", "dataset p path='a  b' labels=[a, b]"),
      ("a=1;b=2 ;print $a", "a = 1; b = 2; print $a"),
      (
        "train hand on=hands.train{\nepochs=5\n      schedule=step( 0.5,every = 3 )\n}",
        "train hand on=hands.train {\n  epochs = 5\n  schedule = step(0.5, every=3)\n}"
      ),
      ("network n input=[2] { innerProduct 2;softmax}", "network n input=[2] { innerProduct 2; softmax }"),
      ("network n input=[\n1,\n28 ] {}", "network n input=[\n  1,\n  28] {}"),
      ("  # a comment  \n\n\n\nprint 1   # beside\n\n", "# a comment\n\nprint 1   # beside"),
      ("train hand \\\n on=hands.train", "train hand \\\n  on=hands.train"),
      ("print \"a  =  b\"  'c=d'", "print \"a  =  b\" 'c=d'"),
      ("", ""), ("\n\n", ""),
    ])
  func `a cell is set as the examples are`(typed: String, formatted: String) throws {
    #expect(try CellFormat.formatted(Source(typed)) == formatted)
    #expect(try CellFormat.formatted(Source(formatted)) == formatted, "what is in form stays")
  }

  @Test(arguments: ["print [1", "print \"a", "} print", "train hand on=hands.train {\n epochs"])
  func `a cell that cannot be parsed is left as it is`(typed: String) {
    #expect(throws: SyntaxError.self) { try CellFormat.formatted(Source(typed)) }
  }
}
