import CKernels
import Foundation
import ModelFile
import Networks
import Samples
import Testing
import Training

@testable import Sketching

/// The file can be remade: what it learns from is the same everywhere, and so are its bits on processors of one kind.
struct SketchTrainingTests {
  private func digest(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  @Test func `the pictures are those of every machine`() {
    #expect(digest(DrawnPictures(0..<24, seed: 1, isVaried: true).bytes) == 8_277_772_427_571_159_661)
  }

  @Test func `a picture is mirrored in some epochs, the same in each`() {
    let pictures = DrawnPictures(0..<2, seed: 1, isVaried: true)
    let epochs = (0..<8).map { pictures.samples(at: [0, 1], epoch: $0) }
    #expect(epochs == (0..<8).map { pictures.samples(at: [0, 1], epoch: $0) })
    #expect(epochs.contains { $0 != epochs[0] })
    let still = DrawnPictures(0..<2, seed: 1, isVaried: false)
    #expect(still.samples(at: [0], epoch: 0) == still.samples(at: [0], epoch: 3))
  }

  @Test func `two steps give the same bits again`() throws {
    let recipe = SketchTraining(pictures: 64, epochs: 1)
    let once = try recipe.file(of: recipe.train()).bytes
    #expect(try recipe.file(of: recipe.train()).bytes == once)
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["WHET_REMAKE"] != nil && whet_instruction_set() == 2
        && whet_has_tiles() == 0,
      "set WHET_REMAKE=1 WHET_VECTORS=avx512 on a processor with AVX-512: it takes minutes"))
  func `the whole recipe gives the file that is part of the program`() throws {
    let recipe = SketchTraining()
    #expect(try recipe.file(of: recipe.train()).bytes == SketchModel.bytes)
  }
}
