import CKernels
import Foundation
import ModelFile
import Networks
import Samples
import TestSupport
import Testing
import Training

@testable import Sketching

/// The file can be remade: what it learns from is the same everywhere, and so are its bits.
struct SketchTrainingTests {
  @Test func `the pictures are those of every machine`() {
    #expect(Digest.of(bytes: DrawnPictures(0..<24, seed: 1, isVaried: true).bytes) == 8_277_772_427_571_159_661)
  }

  @Test func `a picture is mirrored in some epochs, the same in each`() {
    let pictures = DrawnPictures(0..<2, seed: 1, isVaried: true)
    let epochs = (0..<8).map { pictures.samples(at: [0, 1], epoch: $0) }
    #expect(epochs == (0..<8).map { pictures.samples(at: [0, 1], epoch: $0) })
    #expect(epochs.contains { $0 != epochs[0] })
    let still = DrawnPictures(0..<2, seed: 1, isVaried: false)
    #expect(still.samples(at: [0], epoch: 0) == still.samples(at: [0], epoch: 3))
  }

  @Test(.enabled(if: whet_has_tiles() == 0, "WHET_ARITHMETIC asks for other bits"))
  func `two steps give the bits of every processor`() throws {
    let recipe = SketchTraining(pictures: 64, epochs: 1)
    let once = try recipe.file(of: recipe.train()).bytes
    #expect(try recipe.file(of: recipe.train()).bytes == once)
    #expect(Digest.of(bytes: once) == 9_065_400_548_709_784_017)
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["WHET_REMAKE"] != nil && whet_has_tiles() == 0,
      "set WHET_REMAKE=1: it takes minutes"))
  func `the whole recipe gives the file that is part of the program`() throws {
    let recipe = SketchTraining()
    #expect(try recipe.file(of: recipe.train()).bytes == SketchModel.bytes)
  }
}
