import Foundation
import Networks
import Tensors
import Testing

@testable import Commands
@testable import Experiments

/// Weights without layers, from safetensors files.
struct WeightFileCommandTests {
  private typealias Array32 = (name: String, shape: [Int], numbers: [Float])

  private func write(_ arrays: [Array32], _ name: String, in notebook: Notebook) throws {
    var (data, entries): ([UInt8], [String]) = ([], [])
    for array in arrays {
      let start = data.count
      data += array.numbers.withUnsafeBytes { Swift.Array($0) }
      entries.append(
        "\"\(array.name)\":{\"dtype\":\"F32\",\"shape\":\(array.shape),\"data_offsets\":[\(start),\(data.count)]}")
    }
    let header = "{\(entries.joined(separator: ","))}"
    let length = (0..<8).map { UInt8(truncatingIfNeeded: header.utf8.count >> (8 * $0)) }
    try Data(length + Swift.Array(header.utf8) + data).write(to: notebook.folder.appending(path: name))
  }

  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    notebook.run(
      "network net input=[2, 1, 1] seed=1 { convolution 2 kernel=1 name=\"body/conv\"; batchnorm name=bn; flatten; innerProduct 2 name=fc; softmax }"
    )
    return notebook
  }

  private let whole: [Array32] = [
    ("model.body.conv.weight", [2, 2, 1, 1], [1, 2, 3, 4]), ("model.body.conv.bias", [2], [5, 6]),
    ("model.bn.weight", [2], [1, 1]), ("model.bn.bias", [2], [0, 0]), ("model.bn.running_mean", [2], [7, 8]),
    ("model.bn.running_var", [2], [1, 4]), ("model.bn.num_batches_tracked", [1], [9]),
    ("model.fc.weight", [2, 2], [1, 0, 0, 1]), ("model.fc.bias", [2], [0, 1]), ("model.extra", [1], [0]),
  ]

  @Test(arguments: [
    ("scale=1", "ONNX files and ML programs"), ("shape=[2, 1, 1]", "ONNX files and ML programs"),
    ("labels=[a, b]", "networks, ONNX files and ML programs"), ("function=main", "ML programs"),
  ])
  func `settings of other files are refused`(setting: String, owner: String) throws {
    let notebook = try notebook()
    try write(whole, "net.safetensors", in: notebook)
    #expect(notebook.fail("load net \"net.safetensors\" \(setting)").contains("belongs to \(owner)"))
  }

  @Test func `weights are matched by PyTorch's names, and what is not used is named`() throws {
    let notebook = try notebook()
    try write(whole, "net.safetensors", in: notebook)
    #expect(
      notebook.run("load net \"net.safetensors\"")
        == "net has the weights of net.safetensors: 8 parameters of 3 layers. Not used: model.extra.")
    let definition = try notebook.network("net").definition
    let parameters = definition.parameters
    #expect(parameters[ParameterKey(layer: "body/conv", part: .weights)]?.values == [1, 2, 3, 4])
    #expect(parameters[ParameterKey(layer: "bn", part: .variance)]?.values == [1, 4])
    #expect(parameters[ParameterKey(layer: "fc", part: .bias)]?.values == [0, 1])
    // x = [1, 1]: the convolution gives 8 and 13; less the mean and over the deviation 1 and 2.5.
    let scores = try Network(definition).forward(["image": Tensor(shape: [1, 2], values: [1, 1])])
    let logits = [1.0, 3.5].map { exp($0) }
    let values = try #require(scores[definition.outputs[0]]?.values)
    #expect(abs(Double(values[0]) - logits[0] / (logits[0] + logits[1])) < 1e-3)
    // They are what it begins with.
    notebook.run("reset net to=starter")
    #expect(try notebook.network("net").definition.parameters == parameters)
  }

  @Test func `what does not fit is named, and nothing changes`() throws {
    let notebook = try notebook()
    let before = try notebook.network("net").definition
    var other = whole
    other[7] = ("model.fc.weight", [3, 2], [1, 0, 0, 1, 0, 0])
    try write(other, "shape.safetensors", in: notebook)
    try write(Swift.Array(whole.dropLast(3)), "short.safetensors", in: notebook)
    try write([("a.weight", [1], [1])], "names.safetensors", in: notebook)
    try Data("no weights at all".utf8).write(to: notebook.folder.appending(path: "text.safetensors"))
    for (file, sentence) in [
      ("shape", "shape.safetensors does not fit net: model.fc.weight has the shape [3, 2], fc [2, 2]."),
      ("short", "short.safetensors lacks 2 parameters of net: fc.weight and fc.bias."),
      ("names", "No array of names.safetensors is named as a layer of net."),
      ("text", "text.safetensors is not a safetensors file: it does not begin with a header."),
    ] { #expect(notebook.fail("load net \"\(file).safetensors\"").contains(sentence), "\(file)") }
    #expect(notebook.fail("load other \"shape.safetensors\"").contains("there is no network other to take them"))
    #expect(notebook.fail("load net \"none.safetensors\"").contains("none.safetensors"))
    #expect(try notebook.network("net").definition == before)
  }
}
