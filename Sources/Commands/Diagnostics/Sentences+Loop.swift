import CommandLanguage
import Experiments
import ModelFile
import Views
import Wording

extension Sentences {
  /// What is said of how a training is run.
  static func loop(_ fact: LoopFact) -> DiagnosticText {
    switch fact {
    case .lossNeedsSoftmax(let layer):
      DiagnosticText(
        "\(layer) is no softmax, and a cross entropy reads what one makes.",
        "For other layers: meanSquaredError(\(layer))")
    case .lossOfClasses(let model):
      DiagnosticText(
        "\(model) answers with numbers, and a cross entropy is about classes.",
        "For numbers: loss=meanSquaredError, loss=meanAbsoluteError or loss=huber. For classes put softmax at the end of the network."
      )
    case .lossOfNumbers(let loss, let model):
      DiagnosticText(
        "\(model) answers with classes, and \(loss) is about numbers.",
        "For classes: loss=crossEntropy or loss=meanSquaredError. For numbers make a network without softmax at its end."
      )
    case .lossOnFrozen(let layer, let model):
      DiagnosticText(
        "No layer that learns leads to \(layer).", "To choose layers: update \(model) layers=[…]")
    case .fixedWhileStopped(let keys, let model, let epoch, let epochs):
      DiagnosticText(
        "\(Numbers.list(keys)) cannot change while \(model) is stopped in epoch \(Numbers.part(epoch, of: epochs)).",
        "What a mini-batch does not hold may change, as learningRate. To go on: train \(model)",
        "To train anew from these weights, add from=here; from the first weights, from=start.")
    case .photoLost(let name, let problem, let model, let place):
      DiagnosticText(
        "Photo \(name) cannot be read any more (\(problem.phrase)). \(model) was stopped \(place.phrase); what it learnt is kept.",
        "Put the photo back and train \(model) goes on; or name the dataset anew, without it.")
    case .hybrid(let name, let use, let members): hybrid(name, use, members)
    case .noHybrid(let given):
      DiagnosticText(
        "A hybrid is made of a network and a k-NN model that remembers samples, both with classes for answers; "
          + "\(given.isEmpty ? "none is" : "\(Numbers.list(given)) \(given.count == 1 ? "is" : "are")") given.",
        "For example: hybrid both of=[lenet, near]")
    case .hybridNeedsSamples(let members):
      DiagnosticText(
        "The weight is found by cross-validation, and the samples that \(Numbers.list(members)) learnt from are not known.",
        "Name them: on=hands.train, or give the weight: weight=0.5")
    case .noLassoOfNumbers(let model):
      DiagnosticText("\(model) predicts numbers, and l1= is for classes.", "Use l2= alone.")
    case .tooManyEquations(let model, let width, let limit):
      DiagnosticText(
        "\(model) would have \(Numbers.grouped(width)) weights; up to \(Numbers.grouped(limit)) are found at once.",
        "Train one step by step: network \(model) input=[\(width)] standardize=true { innerProduct 1 }")
    case .noHead(let model, let last):
      DiagnosticText(
        "\(model) does not end in a fully connected layer, with a softmax behind it for classes, so there is none to be set (its last layer: \(last)).",
        "A network made with from= has one.")
    case .centroidsNeedSamples(let datasets):
      DiagnosticText(
        "init=centroids sets the last layer from samples, and there are none named.",
        "Say them: init=centroids on=\(datasets.first ?? "hands").train")
    case .classWeights(let given, let classes):
      DiagnosticText(
        "classWeights has \(Numbers.count(given, "number")) for \(Numbers.count(classes.count, "class", plural: "classes")): \(classes.joined(separator: " ")).",
        "One number above 0 for each, in this order, or classWeights=balanced.")
    case .noCheckpoint(let model, let error):
      DiagnosticText(
        "A checkpoint is a Core ML file. " + modelFile(model, error).message, "Leave out checkpoint=.")
    case .dropoutInCheckpoint(let model, let layer):
      DiagnosticText(
        "\(model) has dropout (\(layer)), which a Core ML file leaves out, so that training could not go on from a checkpoint.",
        "Leave out checkpoint=.")
    case .checkpointUnwritten(let path, let error, let model, let epoch):
      DiagnosticText(
        modelFile(path, error).message
          + " \(model) was stopped after epoch \(Numbers.grouped(epoch)); what it learnt is kept.",
        "train \(model) goes on.")
    case .checkpointDamaged(let path):
      DiagnosticText(
        "\(path) is a checkpoint whose record of the training cannot be used.",
        "Load an earlier checkpoint, or train anew.")
    }
  }
}
