import Foundation
import Testing

@testable import Experiments

struct PhotoFinderTests {
  private static let names = ["8FDEEF3B.jpg", "8FD00000.jpg", "me.png", "7.jpg"]

  private let finder = PhotoFinder(
    text: "hands.train",
    photos: names.map { name in
      Photo(url: URL(filePath: "/x/\(name)"), label: "a", stamp: Photo.Stamp(size: 1, changed: 0))
    })

  @Test(arguments: [
    ("me.png", "me.png"), ("me", "me.png"), ("8fde", "8FDEEF3B.jpg"), ("1", "8FD00000.jpg"), ("7", "7.jpg"),
  ])
  func `a name, its beginning in any case, or a place finds a photo`(word: String, name: String) throws {
    #expect(try finder.find(word).name == name)
  }

  @Test func `a word that finds none, or several, says so`() {
    #expect(throws: PhotoNameError.unknown("x", in: "hands.train", known: Self.names)) { try finder.find("x") }
    #expect(throws: PhotoNameError.ambiguous("8fd", in: "hands.train", ["8FDEEF3B.jpg", "8FD00000.jpg"])) {
      try finder.find("8fd")
    }
    #expect(throws: PhotoNameError.noSuchPlace(4, in: "hands.train", count: 4)) { try finder.find("4") }
  }
}
