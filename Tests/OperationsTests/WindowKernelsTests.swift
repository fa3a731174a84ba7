import Operations
import Tensors
import Testing

struct WindowKernelsTests {
  private var drawn = Drawn(51)

  struct Example: Sendable, CustomTestStringConvertible {
    var input: [Int]
    var settings: WindowSettings
    var testDescription: String {
      "\(input) \(settings.kernel) \(settings.strides) \(settings.dilations) \(settings.before) \(settings.after)"
    }
    /// How many windows there are along each axis; where the last may hang over, one more.
    func outputs(ceils: Bool = false) -> [Int] {
      input.dropFirst(2).indices.map { axis in
        let own = axis - 2
        let extent = (settings.kernel[own] - 1) * settings.dilations[own] + 1
        let room = input[axis] + settings.before[own] + settings.after[own] - extent
        let rounded = ceils ? (room + settings.strides[own] - 1) / settings.strides[own] : room / settings.strides[own]
        return rounded + 1
      }
    }
  }

  private static func example(
    _ input: [Int], _ kernel: [Int], _ strides: [Int]? = nil, _ dilations: [Int]? = nil, _ before: [Int]? = nil,
    _ after: [Int]? = nil
  ) -> Example {
    let ones = kernel.map { _ in 1 }, zeros = kernel.map { _ in 0 }
    return Example(
      input: input,
      settings: WindowSettings(
        kernel: kernel, strides: strides ?? ones, dilations: dilations ?? ones, before: before ?? zeros,
        after: after ?? zeros))
  }

  private static let examples = [
    example([1, 4, 9], [3]), example([2, 4, 12], [4], [3], [2], [2], [1]), example([1, 4, 5, 7], [2, 3]),
    example([2, 4, 6, 5], [3, 3], [2, 1], [1, 2], [1, 2], [0, 1]), example([1, 4, 3, 4, 5], [2, 2, 2]),
    example([1, 4, 4, 4, 4], [3, 1, 2], [2, 1, 1], [1, 1, 2], [1, 0, 1], [1, 0, 1]), example([1, 4, 1, 1], [1, 1]),
    // Windows of which some see nothing but the border.
    example([1, 4, 2, 2], [2, 2], [2, 2], nil, [2, 2], [2, 2]),
  ]

  @Test(arguments: examples, [1, 2])
  mutating func `sums over windows of one to three axes`(example: Example, groups: Int) {
    let settings = example.settings
    let x = drawn.tensor(example.input), outputs = 6
    let weights = drawn.tensor([outputs, 4 / groups] + settings.kernel), bias = drawn.tensor([outputs])
    let shape = [example.input[0], outputs] + example.outputs()
    let (wide, factors) = (ArrayReference(x), ArrayReference(weights))
    for hasBias in [true, false] {
      let expected = ArrayReference(shape) { index in
        let first = index[1] / (outputs / groups) * (4 / groups)
        var sum = hasBias ? Double(bias.values[index[1]]) : 0
        for tap in ArrayReference.indices(settings.kernel) {
          let place = tap.indices.map {
            index[2 + $0] * settings.strides[$0] - settings.before[$0] + tap[$0] * settings.dilations[$0]
          }
          guard zip(place, example.input.dropFirst(2)).allSatisfy({ $0 >= 0 && $0 < $1 }) else { continue }
          for channel in 0..<4 / groups {
            sum +=
              wide[[index[0], first + channel] + place] * factors[[index[1], channel] + tap]
          }
        }
        return sum
      }
      let made = computed(.windows(settings, groups: groups), [x, weights] + (hasBias ? [bias] : []), shape)
      #expect(expected.distance(to: made) < 1e-6)
    }
  }

  @Test(arguments: examples.filter { $0.settings.dilations.allSatisfy { $0 == 1 } }, [false, true])
  mutating func `statistics over windows of one to three axes`(example: Example, ceils: Bool) {
    let settings = example.settings
    let x = drawn.tensor(example.input)
    let shape = Array(example.input.prefix(2)) + example.outputs(ceils: ceils)
    for kind in [PoolKind.maximum, .l2, .average(countsPadding: true), .average(countsPadding: false)] {
      let expected = ArrayReference(shape) { index in
        var numbers: [Double] = []
        var padded = 0
        for tap in ArrayReference.indices(settings.kernel) {
          let place = tap.indices.map { index[2 + $0] * settings.strides[$0] - settings.before[$0] + tap[$0] }
          if zip(place.indices, place).allSatisfy({ $1 < example.input[2 + $0] + settings.after[$0] }) { padded += 1 }
          guard zip(place, example.input.dropFirst(2)).allSatisfy({ $0 >= 0 && $0 < $1 }) else { continue }
          numbers.append(ArrayReference(x)[Array(index.prefix(2)) + place])
        }
        switch kind {
        case .maximum: return numbers.max() ?? -.infinity
        case .l2: return numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
        case .average(let counts): return numbers.reduce(0, +) / Double(counts ? padded : max(numbers.count, 1))
        }
      }
      #expect(expected.distance(to: computed(.pool(settings, kind), [x], shape)) < 1e-6, "\(kind)")
    }
  }
}
