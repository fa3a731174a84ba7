extension WireSchema {
  /// Models in the Open Neural Network Exchange format: graphs, nodes, tensors.
  static let onnxTables: [WireSchema: Fields] = [
    .onnxModel: [
      2: ("producer_name", .text), 3: ("producer_version", .text), 7: ("graph", .message(.onnxGraph)),
      8: ("opset_import", .message(.onnxOperatorSet)), 14: ("metadata_props", .message(.onnxEntry)),
      25: ("functions", .message(.onnxFunction)),
    ],
    .onnxFunction: [
      1: ("name", .text), 4: ("input", .text), 5: ("output", .text), 7: ("node", .message(.onnxNode)),
      10: ("domain", .text), 11: ("attribute_proto", .message(.onnxAttribute)), 13: ("overload", .text),
    ],
    .onnxOperatorSet: [1: ("domain", .text)],
    .onnxEntry: [1: ("key", .text), 2: ("value", .text)],
    .onnxGraph: [
      1: ("node", .message(.onnxNode)), 2: ("name", .text), 5: ("initializer", .message(.onnxTensor)),
      11: ("input", .message(.onnxValueInfo)), 12: ("output", .message(.onnxValueInfo)),
    ],
    .onnxNode: [
      1: ("input", .text), 2: ("output", .text), 3: ("name", .text), 4: ("op_type", .text),
      5: ("attribute", .message(.onnxAttribute)), 7: ("domain", .text), 8: ("overload", .text),
    ],
    .onnxAttribute: [
      1: ("name", .text), 21: ("ref_attr_name", .text), 5: ("t", .message(.onnxTensor)), 6: ("g", .message(.onnxGraph)),
      7: ("floats", .floats),
      8: ("ints", .numbers),
    ],
    .onnxTensor: [
      1: ("dims", .numbers), 4: ("float_data", .floats), 5: ("int32_data", .numbers), 7: ("int64_data", .numbers),
      8: ("name", .text), 13: ("external_data", .message(.onnxEntry)),
    ],
    .onnxValueInfo: [1: ("name", .text), 2: ("type", .message(.onnxType))],
    .onnxType: [1: ("tensor_type", .message(.onnxTensorType))],
    .onnxTensorType: [2: ("shape", .message(.onnxShape))],
    .onnxShape: [1: ("dim", .leaf)],
  ]
}
