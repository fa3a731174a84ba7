import Experiments
public import Figures
public import ModelFile
import Wording

/// How Core ML's verdict on a model is shown: the verdict, what was found, and what training on a device takes.
public struct CheckView {
  let file: ModelFile
  let name: String
  let report: Report

  /// Shows the report on a file.
  public init(file: ModelFile, name: String, report: Report) {
    (self.file, self.name, self.report) = (file, name, report)
  }

  /// Verdict, findings and checklist.
  public var rendering: Rendering {
    Rendering.stacked([Rendering.text(verdict)] + findings + checklists(of: file, title: name))
  }

  private var verdict: String {
    let refusals = report.findings.count { $0.severity != .unnoticed }
    let remarks = report.findings.count - refusals
    var sentences: [String] = []
    if !report.isAccepted {
      sentences.append("Core ML would reject \(name): \(Numbers.count(refusals, "rule")) broken.")
    } else if file.kind == .mlProgram {
      sentences.append(
        "The version, inputs and outputs of \(name) keep Core ML's rules; operations of ML programs are not checked.")
      if (try? file.program.network()) == nil { sentences.append("It cannot be run here: load says why.") }
    } else if file.isUpdatable {
      sentences.append("Core ML accepts \(name) and calls it updatable.")
    } else {
      let missing = Set(file.check(asUpdatable: true).findings.compactMap(\.rule.requirement))
      sentences.append("Core ML accepts \(name); it is not updatable.")
      if file.kind.isNetwork, !missing.isEmpty { sentences.append("The list below shows what is missing.") }
    }
    if remarks > 0 {
      sentences.append(
        "\(Numbers.count(remarks, "thing")) that Core ML accepts \(remarks == 1 ? "is" : "are") wrong all the same.")
    }
    if let unknown = unknownLayers { sentences.append(unknown) }
    return sentences.joined(separator: " ")
  }

  /// What cannot be run here although the format knows it.
  private var unknownLayers: String? {
    let layers = ([file] + file.pipeline.models).flatMap(\.layers).filter { $0.type != nil && !$0.isKnown }
    guard !layers.isEmpty else { return nil }
    let types = Set(layers.compactMap(\.type)).sorted()
    return "Layers of type \(Numbers.list(types)) cannot be run here."
  }

  // MARK: What was found

  private var findings: [Rendering] {
    guard !report.findings.isEmpty else { return [] }
    let rows: [[Table.Cell]] = report.findings.map { finding in
      let text = finding.text
      return [
        .badge(finding.severity == .refused ? .bad : .warning), .text(place(of: finding), .strong),
        .text(text.message), .text(text.remedies.joined(separator: " "), .muted),
      ]
    }
    return [
      Table(
        caption: "Findings, in the order of Core ML's checks",
        columns: [Table.Column(""), Table.Column("where"), Table.Column("rule"), Table.Column("what helps")],
        rows: rows,
        note: "❌ rejected, ⚠️ doubtful or accepted. Core ML itself stops at the first.", rowLimit: 60
      ).rendering
    ]
  }

  private func place(of finding: Finding) -> String {
    var models = [file]
    var path: [String] = []
    for index in finding.model {
      let names = models[models.count - 1].pipeline.names
      let inner = models[models.count - 1].pipeline.models
      path.append(names.indices.contains(index) ? names[index] : "model \(index)")
      guard inner.indices.contains(index) else { break }
      models.append(inner[index])
    }
    return (path + (finding.layer.map { [$0] } ?? [])).joined(separator: " › ")
  }

  // MARK: What training on a device takes

  private func checklists(of file: ModelFile, title: String) -> [Rendering] {
    let own = Rendering.stacked([checklist(of: file, title: title)])
    guard file.kind.isPipeline, let last = file.pipeline.models.last else { return [own] }
    return [own] + checklists(of: last, title: file.pipeline.names.last ?? "the last model")
  }

  private func checklist(of file: ModelFile, title: String) -> Rendering {
    let open = Dictionary(grouping: file.check(asUpdatable: true).findings.filter { $0.model.isEmpty }) {
      $0.rule.requirement
    }
    let rows: [[Table.Cell]] = Requirement.all(for: file.kind).map { requirement in
      var missing = (open[requirement] ?? []).map { finding in
        (finding.layer.map { "\($0): " } ?? "") + finding.text.message
      }
      if requirement == .flag, !file.isUpdatable { missing.append("isUpdatable is not set.") }
      if requirement == .gradient, file.updateParameters?.losses.count != 1 {
        missing.append("It cannot be judged without a loss.")
      }
      let isDoubtful = open[requirement, default: []].allSatisfy { $0.severity == .unnoticed }
      return [
        .badge(missing.isEmpty ? .good : isDoubtful && requirement != .flag ? .warning : .bad),
        .text(requirement.phrase), .text(requirement.said(by: file)),
        .text(missing.first.map { missing.count > 1 ? "\($0) (and \(missing.count - 1) more)" : $0 } ?? "", .muted),
      ]
    }
    return Table(
      caption: "\(title): what training on a device takes",
      columns: [Table.Column(""), Table.Column("needed"), Table.Column("the file says"), Table.Column("missing")],
      rows: rows
    ).rendering
  }
}

extension Requirement {
  /// The point, as a reader asks for it.
  fileprivate var phrase: String {
    switch self {
    case .version: "specification version 4 or above"
    case .flag: "isUpdatable"
    case .layers: "updatable layers"
    case .numbers: "single precision"
    case .loss: "one loss"
    case .gradient: "a path for the gradient"
    case .optimizer: "an optimizer"
    case .epochs: "epochs"
    case .neighbors: "numberOfNeighbors"
    case .trainingInputs: "training inputs"
    }
  }

  /// What a file says to it.
  fileprivate func said(by file: ModelFile) -> String {
    switch self {
    case .version: "\(file.specificationVersion)"
    case .flag: file.isUpdatable ? "yes" : "no"
    case .layers: layers(of: file)
    case .numbers:
      file.layers.contains { $0.weights.contains { $0.parameters.encoding == .float16 } } ? "half precision" : ""
    case .loss:
      file.updateParameters?.losses.map { "\($0.kind.phrase) of \($0.input)" }.joined(separator: ", ") ?? ""
    case .gradient: ""
    case .optimizer: file.updateParameters?.optimizer?.phrase ?? ""
    case .epochs: file.updateParameters?.epochs?.phrase ?? ""
    case .neighbors: file.neighbors?.numberOfNeighbors?.phrase ?? ""
    case .trainingInputs: file.description.trainingInputs.map(\.name).joined(separator: ", ")
    }
  }

  private func layers(of file: ModelFile) -> String {
    if file.kind.isPipeline {
      return file.pipeline.models.last?.isUpdatable == true ? file.pipeline.names.last ?? "the last model" : ""
    }
    let names = file.layers.filter(\.isUpdatable).map(\.name)
    return names.count > 6
      ? names.prefix(5).joined(separator: ", ") + " and \(names.count - 5) more" : names.joined(separator: ", ")
  }
}

extension LossLayer.Kind {
  /// The loss as one would type it.
  public var phrase: String {
    switch self {
    case .categoricalCrossEntropy: "crossEntropy"
    case .meanSquaredError: "meanSquaredError"
    case .unspecified: "no known loss"
    }
  }
}

extension UpdateOptimizer {
  /// The optimizer with its defaults, as one would type it.
  public var phrase: String {
    let name = if case .sgd = self { "sgd" } else { "adam" }
    let rate = learningRate.map { " learningRate=\(Numbers.short($0.defaultValue))" } ?? ""
    return name + (miniBatchSize.map { " miniBatchSize=\($0.defaultValue)" } ?? "") + rate
  }
}
