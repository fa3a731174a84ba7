/// Where the numbers of matrices, [.., rows, columns], lie in a tensor that may hold them in another order, and others beside them.
public struct MatrixPlaces: Sendable, Equatable, Codable {
  /// The lengths of the matrices' axes.
  public var shape: [Int]
  /// The place of the first number, and from one entry of each axis to the next.
  public var first: Int, steps: [Int]

  /// Matrices that lie row-major, one after the other.
  public init(_ shape: [Int]) { self.init(shape: shape, first: 0, steps: TensorForm(shape).steps()) }

  /// Describes where matrices lie.
  public init(shape: [Int], first: Int, steps: [Int]) { (self.shape, self.first, self.steps) = (shape, first, steps) }

  /// The same matrices as columns.
  public var transposed: MatrixPlaces {
    let end = shape.count
    var other = self
    other.shape.swapAt(end - 2, end - 1)
    other.steps.swapAt(end - 2, end - 1)
    return other
  }

  /// Whether the numbers of a row lie side by side.
  public var hasRows: Bool { shape.last == 1 || steps.last == 1 }

  /// The places in a move's operand of what lies here in its result.
  ///
  /// nil unless the move makes all of the result, number by number, and an axis of the matrices runs along one of the result's.
  public func before(_ move: Move, from operand: TensorForm, to result: TensorForm) -> MatrixPlaces? {
    followed(along: move.to, of: result, move.lengths, to: move.from, of: operand)
  }

  /// The places in a move's result of what lies here in its operand.
  ///
  /// nil unless the move takes all of the operand, makes all of the result, and an axis of the matrices runs along one of the operand's.
  public func after(_ move: Move, from operand: TensorForm, to result: TensorForm) -> MatrixPlaces? {
    guard move.to.loops(throughAllOf: result, move.lengths) != nil else { return nil }
    return followed(along: move.from, of: operand, move.lengths, to: move.to, of: result)
  }

  private func followed(
    along track: Move.Track, of form: TensorForm, _ lengths: [Int], to other: Move.Track, of there: TensorForm
  ) -> MatrixPlaces? {
    guard !form.isMap, !there.isMap, let loops = track.loops(throughAllOf: form, lengths) else { return nil }
    let view = TensorView(there)
    let (own, steps) = (form.steps(), other.steps(in: view))
    func step(_ axis: Int) -> Int { loops[axis].map { steps[$0] } ?? 0 }
    var made = MatrixPlaces(shape: shape, first: other.offset(in: view), steps: [])
    // The entry of each axis that is reached last.
    var (last, rest) = (form.shape.map { _ in 0 }, first)
    for axis in form.shape.indices {
      last[axis] = rest / own[axis]
      rest %= own[axis]
      made.first += last[axis] * step(axis)
    }
    for (length, stride) in zip(shape, self.steps) {
      if length == 1 || stride == 0 {
        made.steps.append(0)
        continue
      }
      guard let axis = form.shape.indices.first(where: { form.shape[$0] > 1 && own[$0] <= stride }),
        stride % own[axis] == 0
      else { return nil }
      last[axis] += stride / own[axis] * (length - 1)
      made.steps.append(stride / own[axis] * step(axis))
    }
    return zip(last, form.shape).allSatisfy { $0 < $1 } ? made : nil
  }
}

extension Move.Track {
  /// For each axis of a tensor the loop that goes along all of it, entry by entry, none for a single entry; nil where the loops do not
  /// reach each number once.
  fileprivate func loops(throughAllOf form: TensorForm, _ lengths: [Int]) -> [Int?]? {
    guard !form.isMap, start.allSatisfy({ $0 == 0 }) else { return nil }
    var found = [Int?](repeating: nil, count: form.shape.count)
    for (number, loop) in loops.enumerated() where lengths[number] != 1 {
      guard let axis = loop.axis, found[axis] == nil, loop.step == 1, lengths[number] == form.shape[axis] else {
        return nil
      }
      found[axis] = number
    }
    return zip(found, form.shape).allSatisfy({ $0 != nil || $1 == 1 }) ? found : nil
  }
}
