import Foundation
import ModelFile
import Sketching
import Training

// Remakes the small feature extractor: swift run -c release whet-sketch [FILE]. A few minutes on two cores.

let path = CommandLine.arguments.dropFirst().first ?? "Sources/CSketch/sketch.mlmodel"
let training = SketchTraining()
print("drawing \(training.pictures) pictures")
let network = try training.train { record in
  let accuracies = record.validations.compactMap(\.accuracy).map { "\(Int(($0 * 1000).rounded()))‰ of other shapes" }
  print("epoch \(record.epoch): loss \(record.trainLossMean), \(accuracies.joined())")
}
let file = try training.file(of: network)
try file.write(to: URL(filePath: path))
print(
  "\(path): \(file.storage.byteCount) bytes, \(file.bytes == SketchModel.bytes ? "as in the program" : "other than in the program")"
)
