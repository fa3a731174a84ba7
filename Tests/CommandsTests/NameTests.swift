import Testing

@testable import Commands
@testable import Experiments

struct NameTests {
  @Test(arguments: ["hand", "my-model", "✊", "✌\u{FE0F}", "a b", "Ünïcode", String(repeating: "x", count: 100)])
  func `names that read well in a line are good`(name: String) { #expect(Name.isGood(name)) }

  @Test(arguments: [String(repeating: "x", count: 101), "a\0", "a\u{1B}[31m", "\u{202E}a", "a\u{200B}b", "a\tb"])
  func `names that do not are not`(name: String) { #expect(!Name.isGood(name)) }

  @Test func `a model cannot be given such a name`() throws {
    let notebook = try Notebook(data: nil)
    #expect(
      notebook.fail("network \"a\\u{1b}b\" input=[4] { innerProduct 2; softmax }") == """
        network "a\\u{1b}b" input=[4] { innerProduct 2; softmax }
                ^^^^^^^^^^ a␛b cannot be a name.
                           A name is a word such as hand or my-model, of at most 100 characters; a dot has a meaning of its own.
        """)
  }
}
