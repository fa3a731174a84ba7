import ExperimentSupport
import Foundation
import Pictures
import Testing

@testable import Experiments

struct DuplicatePairTests {
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
      let found = DuplicatePair.found(among: [
        PerceptualHash(Self.scene), PerceptualHash(Scene(seed: 8).picture), PerceptualHash(copy),
      ])
      #expect(found.map { [$0.first, $0.second] } == [[0, 2]])
      #expect(found.allSatisfy { !$0.isMirrored })
    }
  }

  @Test func `a mirrored copy is found, and said to be one`() {
    let mirrored = Self.scene.flipped(horizontally: true, vertically: false)
    let found = DuplicatePair.found(among: [PerceptualHash(mirrored), PerceptualHash(Self.scene)])
    #expect(found.map { [$0.first, $0.second] } == [[0, 1]] && found[0].isMirrored)
  }

  @Test func `a hundred scenes are a hundred pictures`() {
    #expect(DuplicatePair.found(among: (0..<100).map { PerceptualHash(Scene(seed: UInt64($0)).picture) }) == [])
  }

  @Test func `pale photos that differ in their little contrast are not the same`() {
    func pale(_ seed: UInt64) -> PerceptualHash {
      let scene = Scene(seed: seed).picture
      return PerceptualHash(
        Picture(width: scene.width, height: scene.height, pixels: scene.pixels.map { 225 + $0 / 16 }))
    }
    #expect(pale(1).distance(to: pale(2)) < DuplicatePair.little)
    #expect(DuplicatePair.found(among: [pale(1), pale(2)]) == [])
    #expect(DuplicatePair.found(among: [pale(1), pale(1)]).count == 1)
  }

  @Test func `of three copies every pair is told, in order`() {
    let look = PerceptualHash(Self.scene)
    #expect(
      DuplicatePair.found(among: [look, look, look]).map { [$0.first, $0.second] } == [[0, 1], [0, 2], [1, 2]])
    #expect(DuplicatePair.found(among: []) == [] && DuplicatePair.found(among: [look]) == [])
  }

  @Test func `it stops where it is to stop`() {
    let looks = Array(repeating: PerceptualHash(Self.scene), count: 5)
    #expect(DuplicatePair.found(among: looks).count == 10)
    var left = 2
    let found = DuplicatePair.found(among: looks) {
      left -= 1
      return left >= 0
    }
    #expect(found.count == 7)
  }
}
