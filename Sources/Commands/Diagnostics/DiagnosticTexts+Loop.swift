import CommandLanguage
import Experiments
import ModelFile
import Views
import Wording

extension DiagnosticTexts {
  /// What is said of how a training is run.
  static func loop(_ kind: LoopDiagnostic) -> DiagnosticText {
    switch kind {
    case .lossNeedsSoftmax(let layer):
      DiagnosticText(
        "\(layer) is not a softmax, and a cross entropy needs one.",
        "For other layers: meanSquaredError(\(layer))")
    case .lossOfClasses(let model):
      DiagnosticText(
        "\(model) predicts numbers; a cross entropy is for classes.",
        "For numbers: loss=meanSquaredError, loss=meanAbsoluteError or loss=huber. For classes, end the network with softmax."
      )
    case .lossOfNumbers(let loss, let model):
      DiagnosticText(
        "\(model) predicts classes; \(loss) is for numbers.",
        "For classes: loss=crossEntropy or loss=meanSquaredError. For numbers, create a network without softmax at its end."
      )
    case .lossOnFrozen(let layer, let model):
      DiagnosticText(
        "\(layer) does not depend on any trained layer.", "To choose layers: update \(model) layers=[…]")
    case .fixedWhileStopped(let keys, let model, let epoch, let epochs):
      DiagnosticText(
        "\(Numbers.list(keys)) cannot change while \(model) is stopped in epoch \(Numbers.part(epoch, of: epochs)).",
        "Other settings may change, such as learningRate. To continue: train \(model)",
        "To start over from these weights, add from=here; from the initial weights, from=start.")
    case .photoLost(let name, let problem, let model, let place):
      DiagnosticText(
        "Photo \(name) cannot be read any more (\(problem.phrase)). \(model) was stopped \(place.phrase); its weights are kept.",
        "Restore the photo, and train \(model) continues; or read the dataset again without it.")
    case .hybrid(let name, let use, let members): hybrid(name, use, members)
    case .noHybrid(let given):
      DiagnosticText(
        "A hybrid needs a network and a k-NN model with samples, both classifiers; "
          + "\(given.isEmpty ? "none is" : "\(Numbers.list(given)) \(given.count == 1 ? "is" : "are")") given.",
        "For example: hybrid both of=[lenet, near]")
    case .hybridNeedsSamples(let members):
      DiagnosticText(
        "The weight is chosen by cross-validation, but the training samples of \(Numbers.list(members)) are not known.",
        "Add them: on=hands.train, or a weight: weight=0.5")
    case .noLassoOfNumbers(let model):
      DiagnosticText("\(model) predicts numbers; l1= is for classes.", "Use l2= alone.")
    case .tooManyEquations(let model, let width, let limit):
      DiagnosticText(
        "\(model) would have \(Numbers.grouped(width)) weights; at most \(Numbers.grouped(limit)) can be solved for directly.",
        "Train one by gradient descent: network \(model) input=[\(width)] standardize=true { innerProduct 1 }")
    case .noHead(let model, let last):
      DiagnosticText(
        "\(model) does not end in a fully connected layer, followed by softmax for classes, so there is none to fit (its last layer: \(last)).",
        "A network made with from= has one.")
    case .clientsNeedGroups(let dataset):
      DiagnosticText(
        message: "\(dataset) has no groups.",
        remedies: [
          "Name a column when it is read: dataset \(dataset) … group=writer",
          "Or divide it in equal shares: clients=equal(10)",
        ])
    case .noColumnForClients(let dataset, let column, let known):
      DiagnosticText(
        message: "\(dataset) has no column \(column).\(nearest(column, known))",
        remedies: [
          known.isEmpty ? nil : "Its columns: \(Words.shortened(known)).",
          "A column that is not a feature is named when the file is read: dataset \(dataset) … group=\(column)",
        ].compactMap(\.self))
    case .roundsNeedValidation(let selection):
      DiagnosticText(
        "The clients have all samples of \(selection); the network is evaluated on others.",
        "Name them: validate=\(selection.prefix { $0 != "." }).test")
    case .centroidsNeedSamples(let datasets):
      DiagnosticText(
        "init=centroids needs on=, the samples whose class means it uses.",
        "For example: init=centroids on=\(datasets.first ?? "hands").train")
    case .classWeights(let given, let classes):
      DiagnosticText(
        "classWeights has \(Numbers.count(given, "number")) for \(Numbers.count(classes.count, "class", plural: "classes")): \(classes.joined(separator: " ")).",
        "One number above 0 for each, in this order, or classWeights=balanced.")
    case .noCheckpoint(let model, let error):
      DiagnosticText(
        "A checkpoint is a Core ML file. " + modelFile(model, error).message, "Leave out checkpoint=.")
    case .dropoutInCheckpoint(let model, let layer):
      DiagnosticText(
        "\(model) has dropout (\(layer)), which a Core ML file leaves out, so training could not continue from a checkpoint.",
        "Leave out checkpoint=.")
    case .checkpointUnwritten(let path, let error, let model, let epoch):
      DiagnosticText(
        modelFile(path, error).message
          + " \(model) was stopped after epoch \(Numbers.grouped(epoch)); its weights are kept.",
        "To continue: train \(model)")
    case .checkpointDamaged(let path):
      DiagnosticText(
        "\(path) is a checkpoint with a damaged training record.",
        "Load an earlier checkpoint, or start the training over.")
    }
  }
}
