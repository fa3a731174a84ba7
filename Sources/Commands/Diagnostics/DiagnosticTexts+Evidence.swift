import CommandLanguage
import Experiments
import Wording

extension DiagnosticTexts {
  /// What is said where models are compared, tried with many settings, and looked into.
  static func evidence(_ kind: EvidenceDiagnostic) -> DiagnosticText {
    switch kind {
    case .tooManyFolds(let folds, let selection, let count):
      DiagnosticText(
        "\(selection) has \(Numbers.count(count, "sample")): too few for \(folds) folds.",
        count > 1 ? "One fold per sample: by=leaveOneOut" : "")
    case .tooFewGroups(let folds, let selection, let count):
      DiagnosticText(
        "\(selection) has \(Numbers.count(count, "group")) of samples that stay together: too few for \(folds) folds.",
        count > 1 ? "Set folds=\(count)." : "")
    case .partOfDataset(let part, let dataset):
      DiagnosticText(
        "\(part) is a part of \(dataset): by=test trains on \(dataset).train and evaluates on \(dataset).test.",
        "Set on=\(dataset), or by=folds to stay within \(part).")
    case .noTestSplit(let dataset, let splits):
      DiagnosticText(
        "\(dataset) has no test samples, only \(Numbers.list(splits.map { "\(dataset).\($0)" })).",
        "Without test samples: by=folds or by=leaveOneOut")
    case .whichDataset(let command, let models, let known):
      DiagnosticText(
        "\(command) needs on=, a dataset.",
        "\(known.isEmpty ? "For example" : "Run"): \(command) \(models) on=\(known.first ?? "hands")")
    case .tooFewExamples(let wanted, let label, let count, let selection, let isRestAsked):
      DiagnosticText(
        "\(selection) has \(count == 0 ? "no examples" : Numbers.count(count, "example"))"
          + (label.isEmpty ? "" : " of \(label)") + ": \(wanted) cannot be drawn"
          + (isRestAsked ? " and some left to evaluate on." : "."),
        label.isEmpty
          ? "" : count == 0 ? "Add some, or leave the class out of the dataset: labels=[…] without \(label)" : "")
    case .emptyList(let key):
      DiagnosticText("\(key) has no values to try.", "For example: \(key)=[1e-4, 1e-3]")
    case .tooManyTrainings(let rows, let trials, let limit):
      DiagnosticText(
        "\(Numbers.count(rows, "row")) of \(Numbers.count(trials, "training")) each are more than "
          + "\(Numbers.grouped(limit)).",
        "To draw some of them: limit=\(max(1, limit / max(1, trials)))")
    case .otherDataset(let other, let on):
      DiagnosticText("\(other) and \(on) cannot be combined: one has photos, the other a table.")
    case .manyPhotos(let beginning, let names):
      DiagnosticText(
        "\(Numbers.count(names.count, "photo")) begin with \(beginning).",
        "They are \(Numbers.list(Array(names.prefix(4))))\(names.count > 4 ? " and others" : "").")
    case .noPhoto(let word, let datasets, let example):
      DiagnosticText(
        "No photo of \(Numbers.list(datasets)) has a name that begins with \(word), and there is no such file.",
        example.map { "For example: photo=\($0). All of them: show \(datasets[0]) details=true" } ?? "")
    case .classUnknown(let photo):
      DiagnosticText("\(photo) has no label.", "Give one: label=✊")
    case .emptyRange(let from, let to):
      DiagnosticText(
        "From \(Numbers.short(from)) to \(Numbers.short(to)) there is no rate to try.", "from= must be below to=.")
    case .startKnowsPhotos(let model):
      DiagnosticText(
        "The initial weights of \(model) were fitted to photos, and some of these would be held out.",
        "To compare it as fit leaves it: fit \(model) on=…")
    case .noReplay(let model):
      DiagnosticText(
        "\(model) was trained with augmentations other than flips; its epochs cannot be shown again.",
        "To see them, train without other augmentations.")
    case .frozenLayer(let layer, let model, let learners):
      DiagnosticText(
        "\(layer) of \(model) is not trained: it is the same in every epoch.",
        learners.isEmpty ? "" : "Trained layers: \(learners.joined(separator: ", "))")
    case .otherAnswers(let classes, let numbers):
      DiagnosticText(
        "\(classes) predicts classes and \(numbers) numbers: they have no common measure.",
        "Compare each with models of its kind.")
    case .predictsNoNumbers(let model, let on):
      DiagnosticText(
        "\(model) predicts classes, not numbers.",
        "Its confusion matrix: confusion \(model) on=\(on)")
    case .photosHaveNoColumns(let on, let model):
      DiagnosticText(
        "\(on) has photos, not columns.", "To explain a photo's prediction: explain \(model) photo=…")
    case .noRow(let row, let on, let count):
      DiagnosticText(
        "\(on) has \(Numbers.count(count, "sample")): there is no row \(row).",
        count > 0 ? "The last is row=\(count - 1)." : "")
    case .confusionOfNumbers(let model, let on):
      DiagnosticText(
        "\(model) predicts numbers; a confusion matrix is for classes.",
        "Predicted against true numbers: plot \(model) on=\(on) y=predicted")
    case .namedTwice(let model):
      DiagnosticText("\(model) is named twice.", "Name two different models.")
    }
  }
}
