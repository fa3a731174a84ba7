import DataFiles
import Networks
import Tensors
import TestSupport
import Testing

@testable import Experiments

/// How numbers of tables enter networks.
struct TableEntryTests {
  /// Two pictures of 2 × 3 pixels in three channels, times a factor.
  private func dataset(scale: Float) -> TableDataset {
    let data = TabularData(sampleShape: [3, 2, 3], labels: ["a", "b"], floats: pixels.map(Float.init))
    let split = TableSplit(name: "train", data: data, places: [0, 1])
    return TableDataset(name: "t", source: "", labels: ["a", "b"], scale: scale, splits: [split])
  }

  private let pixels: [UInt8] = (0..<36).map { UInt8($0 * 53 % 256) }

  private func samples(_ dataset: TableDataset) throws -> Tensor {
    try TableSelection(text: "t", dataset: dataset, splits: dataset.splits).tensor([0, 1])
  }

  @Test func `a network that reads numbers gets them as they are`() throws {
    let dataset = dataset(scale: 1 / 255)
    let entry = TableEntry(dataset, into: NetworkInput(name: "x", shape: [3, 2, 3]))
    let samples = try samples(dataset)
    #expect(entry.isDirect && entry.entered(samples) == samples)
  }

  /// Whatever the table's factor, with the network's own factor, offsets, mean image and order of channels.
  @Test(arguments: [ImagePreprocessing.ColorSpace.rgb, .bgr], [1, 1 / 255, 0.125, -2] as [Float])
  func `a network that reads images gets what it gets of the same photos`(
    order: ImagePreprocessing.ColorSpace, scale: Float
  ) throws {
    let image = ImagePreprocessing(
      colorSpace: order, channelScale: 0.25, biases: [-1, 2, 3], meanImage: (0..<18).map { Float($0) / 4 })
    let input = NetworkInput(name: "x", shape: [3, 2, 3], image: image)
    let dataset = dataset(scale: scale)
    let entered = TableEntry(dataset, into: input).entered(try samples(dataset))
    let network = try Network(
      NetworkDefinition(
        inputs: [input], layers: [LayerDefinition(name: "y", inputs: ["x"], outputs: ["y"], kind: .activation(.relu))],
        outputs: ["y"]))
    // Pixels of photos lie beside each other, channel after channel.
    let photos = (0..<2).map { (picture: Int) -> PixelBuffer in
      let bytes = (0..<6).flatMap { (place: Int) -> [UInt8] in (0..<3).map { pixels[picture * 18 + $0 * 6 + place] } }
      return PixelBuffer(width: 3, height: 2, bytes: bytes)
    }
    let wanted = try network.forward(images: photos)["y"]?.values
    #expect(entered.shape == [2, 3, 2, 3] && entered.values.map { max($0, 0) } == wanted)
  }

  @Test func `gray pixels have one channel, and what is no whole pixel stays what it is`() {
    var dataset = dataset(scale: 1)
    dataset.pixelScale = 0.5
    let input = NetworkInput(
      name: "x", shape: [1, 1, 3], image: ImagePreprocessing(colorSpace: .grayscale, channelScale: 2))
    let entered = TableEntry(dataset, into: input).entered(Tensor(shape: [1, 3], values: [10, 10.2, 0.00001]))
    #expect(entered.values == [40, 40.8, 0])
    dataset.pixelScale = 0
    #expect(TableEntry(dataset, into: input).entered(Tensor(shape: [1, 3], values: [1, 2, 3])).values == [2, 4, 6])
  }
}
