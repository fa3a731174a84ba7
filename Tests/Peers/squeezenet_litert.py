"""LiteRT with XNNPACK: the features of SqueezeNet in batches of 1, 8 and 32."""

import ai_edge_litert
import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter

import peer
import squeezenet


class File:
    """A model in LiteRT's own format, channels last."""

    def __init__(self, batch):
        self.batch, self.tensors, self.operators = batch, [], []
        self.buffers, self.codes, self.places = [schema.BufferT()], [], {}
        self.tensor("image", [batch, squeezenet.SIDE, squeezenet.SIDE, 3])
        for layer in squeezenet.layers():
            self.add(layer)
        mean = schema.ReducerOptionsT()
        mean.keepDims = False
        axes = self.tensor("axes", [2], np.array([1, 2], np.int32))
        self.operator("MEAN", [self.places[layer.name], axes], self.tensor("features", [batch, 1000]), mean, "ReducerOptions")

    def tensor(self, name, shape, numbers=None):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = name, shape, schema.TensorType.FLOAT32, 0
        if numbers is not None:
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(numbers.tobytes(), np.uint8)
            tensor.buffer = len(self.buffers)
            tensor.type = schema.TensorType.INT32 if numbers.dtype == np.int32 else schema.TensorType.FLOAT32
            self.buffers.append(buffer)
        self.places[name] = len(self.tensors)
        self.tensors.append(tensor)
        return self.places[name]

    def operator(self, kind, inputs, output, options, type):
        kind = getattr(schema.BuiltinOperator, kind)
        if kind not in self.codes:
            self.codes.append(kind)
        operator = schema.OperatorT()
        operator.opcodeIndex, operator.inputs, operator.outputs = self.codes.index(kind), inputs, [output]
        operator.builtinOptionsType, operator.builtinOptions = getattr(schema.BuiltinOptions, type), options
        self.operators.append(operator)

    def add(self, layer):
        sources = [self.places[source] for source in layer.sources]
        output = self.tensor(layer.name, [self.batch, layer.side, layer.side, layer.channels])
        if layer.weights is not None:
            options = schema.Conv2DOptionsT()
            options.padding = schema.Padding.SAME if layer.margin else schema.Padding.VALID
            options.strideW = options.strideH = layer.stride
            options.dilationWFactor = options.dilationHFactor = 1
            options.fusedActivationFunction = schema.ActivationFunctionType.RELU
            weights = np.ascontiguousarray(layer.weights.transpose(0, 2, 3, 1))
            sources += [
                self.tensor(f"{layer.name}_w", list(weights.shape), weights),
                self.tensor(f"{layer.name}_b", list(layer.bias.shape), layer.bias)]
            self.operator("CONV_2D", sources, output, options, "Conv2DOptions")
        elif len(sources) == 2:
            options = schema.ConcatenationOptionsT()
            options.axis = 3
            self.operator("CONCATENATION", sources, output, options, "ConcatenationOptions")
        else:
            # With these sizes SAME adds one row and column at the end, or none: the last part of a window.
            options = schema.Pool2DOptionsT()
            options.padding = schema.Padding.SAME if self.cuts(layer) else schema.Padding.VALID
            options.strideW = options.strideH = 2
            options.filterWidth = options.filterHeight = 3
            self.operator("MAX_POOL_2D", sources, output, options, "Pool2DOptions")

    def cuts(self, pool):
        """Whether the last window lies partly outside."""
        return 2 * (pool.side - 1) + 3 > self.tensors[self.places[pool.sources[0]]].shape[1]

    def bytes(self):
        graph = schema.SubGraphT()
        graph.tensors, graph.operators = self.tensors, self.operators
        graph.inputs, graph.outputs = [self.places["image"]], [self.places["features"]]
        model = schema.ModelT()
        model.version, model.subgraphs, model.buffers = 3, [graph], self.buffers
        for kind in self.codes:
            code = schema.OperatorCodeT()
            code.builtinCode, code.deprecatedBuiltinCode, code.version = kind, kind, 1
            model.operatorCodes = (model.operatorCodes or []) + [code]
        builder = flatbuffers.Builder(0)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def prepare(images, threads):
    interpreter = Interpreter(model_content=File(len(images)).bytes(), num_threads=threads)
    interpreter.allocate_tensors()
    place, output = interpreter.get_input_details()[0]["index"], interpreter.get_output_details()[0]["index"]

    def run(numbers):
        interpreter.set_tensor(place, np.ascontiguousarray(numbers.transpose(0, 2, 3, 1)))
        interpreter.invoke()
        return interpreter.get_tensor(output)

    return run


if __name__ == "__main__":
    peer.serve(squeezenet.figures(prepare), f"LiteRT {ai_edge_litert.__version__}")
