import Foundation
import Pictures
import Testing

@testable import Commands

struct TwinsTests {
  private static let scene = Scene(seed: 7, width: 224, height: 224).picture

  private func compressed(_ picture: Picture, quality: Double) throws -> Picture {
    try Picture(bytes: Array(picture.jpegData(quality: quality)))
  }

  @Test func `a copy is found, whatever was done to the file`() throws {
    let copies = [
      Self.scene, try compressed(Self.scene, quality: 0.3), Self.scene.resized(width: 150, height: 180),
      Self.scene.cropped(x: 2, y: 1, width: 221, height: 221), Self.scene.lit(red: 1.03, green: 1.03, blue: 1.03),
    ]
    for copy in copies {
      let found = Twins.found(among: [PhotoLook(Self.scene), PhotoLook(Scene(seed: 8).picture), PhotoLook(copy)])
      #expect(found.map { [$0.first, $0.second] } == [[0, 2]])
      #expect(found.allSatisfy { !$0.isMirrored })
    }
  }

  @Test func `a mirrored copy is found, and said to be one`() {
    let mirrored = Self.scene.flipped(horizontally: true, vertically: false)
    let found = Twins.found(among: [PhotoLook(mirrored), PhotoLook(Self.scene)])
    #expect(found.map { [$0.first, $0.second] } == [[0, 1]] && found[0].isMirrored)
  }

  @Test func `a hundred scenes are a hundred pictures`() {
    #expect(Twins.found(among: (0..<100).map { PhotoLook(Scene(seed: UInt64($0)).picture) }) == [])
  }

  @Test func `pale photos that differ in their little contrast are not the same`() {
    func pale(_ seed: UInt64) -> PhotoLook {
      let scene = Scene(seed: seed).picture
      return PhotoLook(
        Picture(width: scene.width, height: scene.height, pixels: scene.pixels.map { 225 + $0 / 16 }))
    }
    #expect(pale(1).distance(to: pale(2)) < Twins.little)
    #expect(Twins.found(among: [pale(1), pale(2)]) == [])
    #expect(Twins.found(among: [pale(1), pale(1)]).count == 1)
  }

  @Test func `of three copies every pair is told, in order`() {
    let look = PhotoLook(Self.scene)
    #expect(Twins.found(among: [look, look, look]).map { [$0.first, $0.second] } == [[0, 1], [0, 2], [1, 2]])
    #expect(Twins.found(among: []) == [] && Twins.found(among: [look]) == [])
  }
}
