import Language
import Testing

struct WordTests {
  @Test(
    arguments: [
      ("0", 0), ("50", 50), ("-3", -3), ("+7", 7), ("007", 7), ("1e3", 1000), ("50.0", 50), ("2.5e1", 25),
      ("-1e2", -100),
      ("5.", 5), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9007199254740992.0", 1 << 53),
    ] as [(String, Int)])
  func `a whole number is read`(text: String, expected: Int) {
    #expect(Word(text).integer == expected)
  }

  @Test(arguments: [
    "", "-", "+", ".", "e3", "1e", "1e+", "0.5", "1e-4", "9223372036854775808", "1e16", "1e999", "0x10", "1_000",
    "1,000",
    "٣", "½", "Ⅳ", "5%", "4/2", "--3", "1.2.3", "3a", "nan", "inf", "true", "5\u{301}",
  ])
  func `everything else is no whole number`(text: String) {
    #expect(Word(text).integer == nil)
  }

  @Test(
    arguments: [
      ("50", 50), ("1e-4", 0.0001), ("1E-4", 0.0001), ("0.001", 0.001), (".5", 0.5), ("5.", 5), ("-.5e+1", -5),
      ("1/255", 1.0 / 255), ("1/255.0", 1.0 / 255), ("-3/4", -0.75), ("0.5/2", 0.25), ("80%", 0.8), ("12.5%", 0.125),
      ("-1%", -0.01), ("1e2%", 1), ("9223372036854775808", 0x1p63), ("1e-999", 0), ("0/5", 0),
    ] as [(String, Double)])
  func `a decimal, a fraction or a percentage is a number`(text: String, expected: Double) {
    #expect(Word(text).decimal == expected)
  }

  @Test(arguments: [
    "", "sgd", "nan", "NaN", "inf", "-inf", "infinity", "1e999", "-1e999", "1/0", "0/0", "1/", "/2", "1/2/3", "%",
    "5%%",
    "%5", "1e400%", "0x1p3", "1e308/1e-308", "1 ", "fire2/squeeze1x1", "1/255%",
  ])
  func `what has no finite value is no number`(text: String) {
    #expect(Word(text).decimal == nil)
  }

  @Test func `fractions and percentages know what they are`() {
    #expect(Word("1/4").fraction == 0.25)
    #expect(Word("1/4").percentage == nil)
    #expect(Word("25%").percentage == 0.25)
    #expect(Word("25%").fraction == nil)
    #expect(Word("0.25").fraction == nil)
    #expect(Word("0.25").percentage == nil)
  }

  @Test(
    arguments: [
      ("true", true), ("True", true), ("false", false), ("False", false), ("TRUE", nil), ("yes", nil), ("1", nil),
      ("", nil),
    ] as [(String, Bool?)])
  func `truth is spelt as here or in Python`(text: String, expected: Bool?) {
    #expect(Word(text).bool == expected)
  }

  @Test(arguments: [
    ("none", true), ("None", true), ("nothing", true), ("null", false), ("NONE", false), ("nil", false), ("0", false),
  ])
  func `none is spelt as here, in Python or in Julia`(text: String, expected: Bool) {
    #expect(Word(text).isNone == expected)
  }

  @Test(
    arguments: [
      ("hands", ["hands"]), ("hands.train", ["hands", "train"]), ("a.b.c", ["a", "b", "c"]), ("✊", ["✊"]),
      ("me.jpg", ["me", "jpg"]), (".train", nil), ("hands.", nil), ("a..b", nil), ("1.5", nil), ("true", nil),
      ("none", nil),
      ("80%", nil),
    ] as [(String, [String]?)])
  func `a path is names with dots between`(text: String, expected: [String]?) {
    #expect(Word(text).path == expected)
  }

  @Test(
    arguments: [
      ("sgd", "sgd"), ("✊", "✊"), ("fire2/squeeze1x1", "fire2/squeeze1x1"), ("-", "-"), ("hands.train", "hands.train"),
      ("nan", "nan"), ("1e999", "1e999"), ("3", nil), ("1/2", nil), ("True", nil), ("nothing", nil),
    ] as [(String, String?)])
  func `a symbol is any other word`(text: String, expected: String?) {
    #expect(Word(text).symbol == expected)
  }
}
