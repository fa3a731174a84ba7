import Testing

@testable import Downloads

/// What can be downloaded, as far as that can be said without a network.
struct ManifestTests {
  @Test func `four collections have names`() {
    #expect(Manifest.names == ["gestures", "squeezenet", "mnist", "mobilenet"])
    #expect(Manifest.collection("mnist")?.files.count == 4)
    #expect(Manifest.collection("nobody") == nil)
  }

  @Test func `every file has an address of the web, fixed in time where it can be`() {
    for file in Manifest.collections.flatMap(\.files) {
      #expect(!file.sources.isEmpty)
      #expect(file.sources.allSatisfy { $0.hasPrefix("https://") && $0.allSatisfy(\.isASCII) && !$0.contains(" ") })
      #expect(file.size > 0 && file.size < 20_000_000)
      #expect(!file.path.hasPrefix("/") && !file.path.contains(".."))
    }
  }

  @Test func `the photos are ten to learn from and five to be tested by, for each of three classes`() throws {
    let photos = try #require(Manifest.collection("gestures"))
    for label in ["✊", "✋", "✌️"] {
      #expect(photos.files.count { $0.path.hasPrefix("train/\(label)/") } == 10)
      #expect(photos.files.count { $0.path.hasPrefix("test/\(label)/") } == 5)
    }
    #expect(photos.files.count == 46)
    #expect(photos.files.first?.path == "LICENSE")
    #expect(
      photos.files[1].sources == [
        "https://raw.githubusercontent.com/hollance/coreml-training/1112ed9372b7c77310977d00dbe57626acf8e601/Dataset/"
          + "test/%E2%9C%8A/BB551DC3-8BCF-44E2-8F13-E307F3B4B54D.jpg"
      ])
  }

  @Test func `the digits come from two servers`() {
    let digits = Manifest.collection("mnist")
    #expect(digits?.files.allSatisfy { $0.sources.count == 2 } == true)
    #expect(digits?.size == 9_912_422 + 28_881 + 1_648_877 + 4_542)
  }

  @Test(arguments: [
    ("data/gestures", "gestures"), ("data/gestures/train/✊", "gestures"), ("data/mnist/", "mnist"),
    ("data/gestures2", nil), ("gestures", nil), ("data", nil),
  ])
  func `a path into the data folder leads to what would bring it`(path: String, name: String?) {
    #expect(Manifest.collection(holding: path)?.name == name)
  }
}
