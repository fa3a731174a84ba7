import DataFiles

extension Selection {
  /// The group of each sample as a number, where `group=` says which belong together; nil where nothing says so. A sample of
  /// which no group is known is a group of its own.
  public var groups: [Int]? {
    switch self {
    case .photos(let selection):
      return selection.dataset.division?.group?.groups(of: selection.photos.map(\.name))
    case .table(let selection): return selection.groups
    }
  }
}

extension TableSelection {
  /// The group of each sample as a number, where `group=` says which belong together; nil where nothing says so.
  var groups: [Int]? {
    guard splits.contains(where: { $0.data.groups != nil }) else { return nil }
    var groups: [Int] = []
    for split in splits {
      for place in split.places {
        // Tables count their groups from 0 on; of a file of test samples none are known.
        groups.append(split.data.groups.map { Int($0[place]) } ?? -1 - groups.count)
      }
    }
    return groups
  }

  /// The class of each sample, or what is to be predicted, as a number.
  private var classNumbers: [Int] {
    var numbers: [String: Int] = [:]
    return truths.map { truth in
      if numbers[truth] == nil { numbers[truth] = numbers.count }
      return numbers[truth, default: 0]
    }
  }

  /// The group of each sample as a number: samples belong together that have the same number or text in a column, in any
  /// case of its name where no other is called so; or of the same class, where the column is the target. A sample of which
  /// it is missing is a group of its own.
  ///
  /// - Returns: The groups; nil where the dataset has no such column, or several.
  /// - Throws: `ExperimentError.source` where numbers that are kept in a file cannot be read back.
  public func groups(by column: String) throws(ExperimentError) -> [Int]? {
    let names = dataset.groupColumns
    let alike = names.indices.filter { names[$0].lowercased() == column.lowercased() }
    guard let place = names.firstIndex(of: column) ?? (alike.count == 1 ? alike[0] : nil) else { return nil }
    guard place < dataset.columns.count else { return names[place] == dataset.report?.group ? groups : classNumbers }
    var (groups, numbers): ([Int], [Float: Int]) = ([], [:])
    for split in splits {
      do throws(TabularDataError) {
        for value in try split.data.column(place, of: split.places) {
          // What is missing is no number, and equal to none.
          let next = groups.count
          groups.append(value.isNaN ? next : numbers[value, default: next])
          if !value.isNaN, numbers[value] == nil { numbers[value] = next }
        }
      } catch {
        throw .source(.table(dataset.name, error))
      }
    }
    return groups
  }
}

extension TableDataset {
  /// The columns by which its samples can be told apart: those of the samples, and at the end that of `group=` and the target.
  public var groupColumns: [String] {
    columns.map(\.name) + [report?.group].compactMap(\.self) + (outputs <= 1 ? report?.targets ?? [] : [])
  }
}
