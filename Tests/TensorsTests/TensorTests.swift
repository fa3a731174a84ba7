import Tensors
import Testing

@Suite struct TensorTests {
  @Test func `a row is one entry of the outermost axis`() {
    let tensor = Tensor(shape: [2, 3], values: [1, 2, 3, 4, 5, 6])
    #expect(Array(tensor.row(0)) == [1, 2, 3])
    #expect(Array(tensor.row(1)) == [4, 5, 6])
  }

  @Test func `a tensor without axes is one number`() {
    #expect(Tensor(shape: [], repeating: 7).values == [7])
  }

  @Test func `copies are independent`() {
    let first = Tensor(shape: [2], repeating: 1)
    var second = first
    second.values[0] = 2
    #expect(first.values == [1, 1])
    #expect(first != second)
  }
}
