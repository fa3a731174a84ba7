import Foundation
import Testing

@testable import Tensors

struct TensorCodingTests {
  @Test func `every bit of every number is written and read`() throws {
    let odd: [Float] = [0, -0.0, .pi, .infinity, -.infinity, .leastNonzeroMagnitude, Float(bitPattern: 0x7FC0_1234)]
    let tensor = Tensor(shape: [7, 1], values: odd)
    let read = try JSONDecoder().decode(Tensor.self, from: JSONEncoder().encode(tensor))
    #expect(read.shape == tensor.shape)
    #expect(read.values.map(\.bitPattern) == odd.map(\.bitPattern))
  }

  @Test func `a tensor without numbers is written and read`() throws {
    let tensor = Tensor(shape: [0], values: [])
    #expect(try JSONDecoder().decode(Tensor.self, from: JSONEncoder().encode(tensor)) == tensor)
  }

  @Test(arguments: [
    #"{"shape":[2],"bytes":"AAAAAA=="}"#, #"{"shape":[1],"bytes":"AAAA"}"#, #"{"shape":[-1],"bytes":""}"#,
    #"{"shape":[9223372036854775807,4],"bytes":"AAAAAA=="}"#, #"{"shape":[1]}"#,
  ])
  func `bytes that do not fill the shape are refused`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Tensor.self, from: Data(text.utf8)) }
  }

  @Test(arguments: [([], 1), ([0], 0), ([2, 3], 6), ([-1], nil), ([.max, 2], nil)] as [([Int], Int?)])
  func `the count of a shape`(shape: [Int], count: Int?) {
    #expect(Tensor.count(of: shape) == count)
  }
}
