import CommandLanguage
import DataFiles
import Experiments
import Networks

/// The numbers of one sample as a statement has them, `values=[5.1, 3.5]`: a value for each column of the table that the
/// model has learnt from, where that is here; else for each number that it reads.
struct SampleValues {
  private let model: Model
  private let table: TableDataset?
  /// The shape of what the model reads; nil where it reads anything yet.
  private let shape: [Int]?

  /// Finds out what a model reads.
  ///
  /// - Throws: `StatementDiagnostic.readsPhotos`.
  init(of model: Model, in workspace: Workspace) throws {
    let learnt: LearntData?
    switch model {
    case .hybrid(let hybrid): throw Diagnostic(.experiment(.loop(.hybrid(hybrid.name, .explaining, of: hybrid.names))))
    case .neighbors(let neighbors):
      guard neighbors.readsTables else { throw Diagnostic(.readsPhotos(model.name)) }
      shape = neighbors.extractor.definition.inputs.first?.shape
      learnt = neighbors.learnt
    case .network(let network):
      let input = network.definition.inputs.first
      guard input?.image == nil else { throw Diagnostic(.readsPhotos(model.name)) }
      shape = input?.shape
      learnt = network.training.learnt
    }
    self.model = model
    var table: TableDataset?
    if let name = learnt?.name, case .table(let found)? = try? workspace.selection(named: name) {
      table = found.dataset
    }
    let length = shape.map { $0.reduce(1, *) }
    self.table = table.flatMap { $0.columns.isEmpty || $0.sampleShape.reduce(1, *) != length ? nil : $0 }
  }

  private var columns: [TableColumn] { table?.columns ?? [] }

  /// The sample.
  ///
  /// - Parameter values: As typed.
  /// - Returns: A table of one sample.
  /// - Throws: `StatementDiagnostic.valueCount`, `.noNumber`, `.noCategory`, `.noDate`.
  func selection(_ values: GivenValue<[CheckedValue]>) throws -> Selection {
    let expected = columns.isEmpty ? shape.map { $0.reduce(1, *) } : columns.count
    guard expected.map({ $0 == values.value.count }) ?? !values.value.isEmpty else {
      throw Diagnostic(
        .valueCount(
          model: model.name, given: values.value.count, expected: expected ?? 1, columns: columns.map(\.name)),
        at: values.span)
    }
    var numbers: [Float] = []
    for (place, value) in values.value.enumerated() {
      let column = columns.isEmpty ? TableColumn(name: "") : columns[place]
      numbers.append(try number(value, in: column))
    }
    let data =
      columns.isEmpty
      ? TabularData(sampleShape: shape ?? [numbers.count], labels: [""], floats: numbers)
      : TabularData(columns: columns, truths: .numbers([0]), floats: numbers)
    let split = TableSplit(name: "values", data: data, places: [0])
    return .table(
      TableSelection(
        text: values.text,
        dataset: TableDataset(
          name: table?.name ?? "values", source: "", labels: [], scale: table?.scale ?? 1, splits: [split]),
        splits: [split]))
  }

  /// A number; of a text its place among those of its column, of a date what is kept of it.
  private func number(_ value: CheckedValue, in column: TableColumn) throws -> Float {
    switch column.kind {
    case .number:
      guard let number = Float(value.word), number.isFinite else {
        throw Diagnostic(.noNumber(value.word, column: column.name), at: value.span)
      }
      return number
    case .categories(let texts):
      guard let place = texts.firstIndex(of: value.word) else {
        throw Diagnostic(.noCategory(value.word, column: column.name, known: texts), at: value.span)
      }
      return Float(place)
    case .date(let form):
      let plain = DateForm(form.order.map { _ in .yearFirst }, hasTime: form.hasTime)
      guard let kept = form.kept(value.word) ?? plain.kept(value.word) else {
        let example = form.text(of: form.order == nil ? [10.25] : [8917, 5, 5, 10.25])
        throw Diagnostic(.noDate(value.word, column: column.name, example: example), at: value.span)
      }
      return kept
    }
  }
}
