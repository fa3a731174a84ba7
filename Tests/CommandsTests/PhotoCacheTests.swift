import Foundation
import Networks
import Pictures
import Testing

@testable import Commands
@testable import Experiments

struct PhotoCacheTests {
  private static func scene(_ width: Int, _ height: Int) -> Picture {
    Picture(
      width: width, height: height,
      pixels: (0..<width * height).flatMap { place in
        let (x, y) = (Double(place % width) / Double(width), Double(place / width) / Double(height))
        return [UInt8(x * 255), UInt8(y * 255), UInt8((1 - x) * y * 255)]
      })
  }

  private func photo(_ picture: Picture, in notebook: Notebook) throws -> Photo {
    let url = notebook.folder.appending(path: "\(picture.width)x\(picture.height).jpg")
    try picture.jpegData(quality: 0.95).write(to: url)
    return Photo(url: url, label: "a", stamp: Photo.Stamp(size: 1, changed: 1))
  }

  @Test func `a photo of moderate size is decoded whole`() throws {
    let notebook = try Notebook(data: nil)
    for (width, height) in [(20, 30), (63, 64), (100, 63)] {
      let photo = try photo(Self.scene(width, height), in: notebook)
      let whole = try Picture(contentsOf: photo.url)
      #expect(
        try PhotoCache().resized([photo], width: 16, height: 16)[0].bytes == whole.resized(width: 16, height: 16).pixels
      )
      #expect(try PhotoCache().copies([photo], for: ("x", 50, 50)) == [whole])
    }
  }

  @Test func `a large photo looks the same`() throws {
    let notebook = try Notebook(data: nil)
    let photo = try photo(Self.scene(800, 600), in: notebook)
    let small = try PhotoCache().resized([photo], width: 64, height: 64)[0].bytes
    let exact = try Picture(contentsOf: photo.url).resized(width: 64, height: 64).pixels
    #expect(zip(small, exact).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  @Test func `a copy has twice as many pixels as the network reads, along the shorter side`() throws {
    let notebook = try Notebook(data: nil)
    let photo = try photo(Self.scene(800, 600), in: notebook)
    let copy = try PhotoCache().copies([photo], for: ("x", 64, 64))[0]
    #expect((copy.width, copy.height) == (171, 128))
  }

  @Test func `what is kept and what is made anew are the same`() throws {
    let notebook = try Notebook(data: nil)
    let photos = try [(300, 200), (40, 40), (500, 900)].map { try photo(Self.scene($0, $1), in: notebook) }
    let cache = PhotoCache()
    let fresh = PhotoCache(capacity: 0)
    for _ in 0..<2 {
      for wanted in [photos, [photos[1], photos[1], photos[0]]] {
        #expect(
          try cache.resized(wanted, width: 20, height: 20) == fresh.resized(wanted, width: 20, height: 20))
        #expect(try cache.copies(wanted, for: ("x", 20, 20)) == fresh.copies(wanted, for: ("x", 20, 20)))
      }
    }
    for photo in photos { try FileManager.default.removeItem(at: photo.url) }
    #expect(try cache.resized(photos, width: 20, height: 20).count == 3)
    #expect(throws: ExperimentError.self) { try fresh.resized(photos, width: 20, height: 20) }
  }

  @Test func `the first that cannot be read is named`() throws {
    let notebook = try Notebook(data: nil)
    let good = try photo(Self.scene(30, 30), in: notebook)
    let gone = Photo(
      url: notebook.folder.appending(path: "gone.jpg"), label: "a",
      stamp: Photo.Stamp(size: 1, changed: 1))
    let fault = #expect(throws: ExperimentError.self) { try PhotoCache().resized([good, gone], width: 8, height: 8) }
    guard case .source(.photo(let name, _, _))? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(name == "gone.jpg")
  }
}
