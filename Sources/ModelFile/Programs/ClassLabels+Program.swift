extension ClassLabels {
  /// Reads the labels of `classify`: a list of texts, or of whole numbers.
  init?(_ list: ValueRecord, _ package: ModelPackage?) {
    guard let constants = list.members?.map({ try? $0.constant(package) }) else { return nil }
    let texts = constants.compactMap { $0?.texts.first }
    let numbers = constants.compactMap { constant in
      constant.flatMap { $0.element.isInteger ? $0.integers.first : nil }
    }
    if texts.count == constants.count {
      self = .strings(texts)
    } else if numbers.count == constants.count {
      self = .integers(numbers)
    } else {
      return nil
    }
  }
}

extension ProgramFunction {
  /// The labels of the classifier that ends it; nil where none does.
  func classLabels(_ package: ModelPackage?) -> ClassLabels? {
    guard let operation = operations.last(where: { $0.type == "classify" }),
      let binding = operation.inputs.first(where: { $0.name == "classes" })?.bindings.first
    else { return nil }
    switch binding {
    case .value(let list): return ClassLabels(list, package)
    case .name(let name):
      let maker = operations.first { $0.type == "const" && $0.outputs.first?.name == name }
      return maker?.attributes["val"].flatMap { ClassLabels($0, package) }
    case .nothing: return nil
    }
  }
}
