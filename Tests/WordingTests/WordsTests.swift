import Testing
import Wording

struct WordsTests {
  @Test func `up to twelve words are a list, of more the first ten`() {
    #expect(Words.shortened(["a"]) == "a" && Words.shortened(["a", "b", "c"]) == "a, b and c")
    let many = (1...1212).map { "\($0)" }
    #expect(Words.shortened(Array(many.prefix(12))) == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12")
    #expect(Words.shortened(many) == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 1,202 more")
  }

  @Test(arguments: [
    ("hands.train", "hands.train"), ("data/my-file_1.csv", "data/my-file_1.csv"), ("✊", "\"✊\""),
    ("my file", "\"my file\""),
    ("größe", "größe"),
  ])
  func `a path is quoted unless it is one plain word`(path: String, written: String) {
    #expect(Words.quoted(path) == written)
  }

  @Test func `an error number has the system's words`() {
    #expect(Words.systemError(13) == "Permission denied" && Words.systemError(2) == "No such file or directory")
  }
}
