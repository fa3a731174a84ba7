import Language
import Testing

struct VariableNameTests {
  @Test(arguments: ["a", "epochs", "learning_rate", "x1", "_x", "_", "été", "e\u{301}", "Größe", "変数", "π2", "a٣"])
  func `a letter, then letters, digits and underscores make a name`(name: String) {
    #expect(VariableName.isValid(name))
  }

  @Test(arguments: ["", "1", "1a", "a-b", "a.b", "$a", "a b", "✊", "a✊", "%", "\u{301}", "²", "a\0"])
  func `everything else is no name`(name: String) {
    #expect(!VariableName.isValid(name))
  }
}
