import Foundation
import ModelFile
import Testing
import Wording

@testable import Commands
@testable import Experiments

/// What is said of how a training is run, where no notebook of the other tests comes to it.
struct DiagnosticTextsLoopTests {
  @Test func `facts seldom met`() {
    let cases: [(LoopDiagnostic, [String])] = [
      (
        .noCheckpoint(model: "m", .cannotExpress(.layerKind(layer: "crop1"))),
        [
          "A checkpoint is a Core ML file. m cannot be written as a Core ML file: the format has no layer for crop1.",
          "Leave out checkpoint=.",
        ]
      ),
      (
        .noHead("m", last: "relu1"),
        [
          "m does not end in a fully connected layer, followed by softmax for classes, so there is none to fit (its last layer: relu1).",
          "A network made with from= has one.",
        ]
      ),
      (
        .checkpointDamaged("a.mlmodel"),
        [
          "a.mlmodel is a checkpoint with a damaged training record.",
          "Load an earlier checkpoint, or start the training over.",
        ]
      ),
      (
        .fixedWhileStopped(["epochs", "seed"], model: "m", epoch: 2, epochs: 9),
        [
          "epochs and seed cannot change while m is stopped in epoch 2 of 9.",
          "Other settings may change, such as learningRate. To continue: train m",
          "To start over from these weights, add from=here; from the initial weights, from=start.",
        ]
      ),
    ]
    for (fact, lines) in cases { #expect(DiagnosticTexts.text(of: .loop(fact)).lines == lines) }
  }
}
