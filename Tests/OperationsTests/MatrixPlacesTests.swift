import Operations
import Tensors
import Testing

/// Where matrices lie before and after moves, against the numbers that moves put there.
struct MatrixPlacesTests {
  private let numbers = Tensor(shape: [2, 3, 4, 5], values: (0..<120).map(Float.init))

  /// The numbers that lie at some places of a tensor.
  private func read(_ places: MatrixPlaces, _ tensor: Tensor) -> [Float] {
    var offsets = [places.first]
    for (length, step) in zip(places.shape, places.steps) {
      offsets = offsets.flatMap { start in (0..<length).map { start + $0 * step } }
    }
    return offsets.map { tensor.values[$0] }
  }

  @Test(arguments: [[0, 1, 2, 3], [0, 2, 1, 3], [3, 2, 1, 0], [1, 3, 0, 2]])
  func `an order of axes is followed both ways`(order: [Int]) throws {
    let made = Rearrangement.transposed(numbers.shape, order: order)
    let moved = computed(.move(made.moves, fill: nil), [numbers], made.shape)
    let (before, after) = (TensorForm(numbers.shape), TensorForm(made.shape))
    let found = try #require(MatrixPlaces(made.shape).before(made.moves[0], from: before, to: after))
    #expect(read(found, numbers) == moved.values)
    let back = try #require(MatrixPlaces(numbers.shape).after(made.moves[0], from: before, to: after))
    #expect(read(back, moved) == numbers.values)
    #expect(back.hasRows == (order.last == 3))
  }

  @Test func `slices and parts lie in the whole`() throws {
    let (shape, moves) = Rearrangement.sliced(
      numbers.shape, start: [1, 0, 1, 4], counts: [1, 2, 3, 5], steps: [1, 2, 1, -1])
    let sliced = computed(.move(moves, fill: nil), [numbers], shape)
    let found = try #require(
      MatrixPlaces(shape).before(moves[0], from: TensorForm(numbers.shape), to: TensorForm(shape)))
    #expect(read(found, numbers) == sliced.values)
    #expect(!found.hasRows)
    let parts = Rearrangement.split(numbers.shape, axis: 1, sizes: [1, 2])
    let made = computed(.move(parts.moves, fill: nil), [numbers], parts.shapes)
    for (part, tensor) in made.enumerated() {
      let places = try #require(
        MatrixPlaces(tensor.shape).before(
          parts.moves[part], from: TensorForm(numbers.shape), to: TensorForm(tensor.shape)))
      #expect(read(places, numbers) == tensor.values)
      // A part of the operand alone is no place for all of it.
      let all = MatrixPlaces(numbers.shape)
      #expect(all.after(parts.moves[part], from: TensorForm(numbers.shape), to: TensorForm(tensor.shape)) == nil)
    }
  }

  /// Matrices may be seen under other axes than the move has, as long as each of theirs runs along one of its.
  @Test func `axes of length 1 and axes cut into several are followed, axes that run over several are not`() throws {
    let made = Rearrangement.transposed([6, 20], order: [1, 0])
    let (before, after) = (TensorForm([6, 20]), TensorForm([20, 6]))
    let moved = computed(.move(made.moves, fill: nil), [Tensor(shape: [6, 20], values: numbers.values)], made.shape)
    let cut = try #require(MatrixPlaces([1, 4, 5, 2, 3]).before(made.moves[0], from: before, to: after))
    #expect(read(cut, numbers) == moved.values)
    #expect(MatrixPlaces([2, 10, 6]).before(made.moves[0], from: before, to: after) != nil)
    #expect(MatrixPlaces([8, 15]).before(made.moves[0], from: before, to: after) == nil)
    #expect(MatrixPlaces([120]).before(made.moves[0], from: before, to: after) == nil)
  }

  @Test func `maps, repeated numbers and what a move leaves out are not followed`() {
    let map = TensorForm([1, 2, 3, 4], isMap: true), rows = TensorForm([1, 2, 3, 4])
    let moves = Rearrangement.transposed(rows.shape, order: [0, 1, 2, 3]).moves
    #expect(MatrixPlaces(rows.shape).before(moves[0], from: map, to: rows) == nil)
    #expect(MatrixPlaces(rows.shape).after(moves[0], from: rows, to: map) == nil)
    let tiled = Rearrangement.tiled([2, 3], counts: [1, 2])
    #expect(MatrixPlaces([2, 6]).before(tiled.moves[0], from: TensorForm([2, 3]), to: TensorForm([2, 6])) == nil)
    let joined = Rearrangement.joined([[2, 3], [2, 3]], axis: 0)
    let whole = TensorForm(joined.shape)
    #expect(MatrixPlaces([4, 3]).before(joined.moves[1], from: TensorForm([2, 3]), to: whole) == nil)
    #expect(MatrixPlaces([2, 3]).after(joined.moves[0], from: TensorForm([2, 3]), to: whole) == nil)
  }

  @Test func `a transposed matrix has its columns for rows`() {
    let places = MatrixPlaces([2, 3, 4]).transposed
    #expect((places.shape, places.steps) == ([2, 4, 3], [12, 1, 4]))
    #expect(!places.hasRows)
    #expect(MatrixPlaces([2, 3, 1]).hasRows)
  }
}
