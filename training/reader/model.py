"""The reader: the encoder over a question and a passage together, with a linear head over its tokens.

Outputs per token: how likely it belongs to the answer, and to the sentence or row that states it. Outputs of the first
token: whether the passage answers the question, and whether the answer is yes or no. The first two have the first
token as their "not here".
"""

import numpy as np
import onnx
import torch
import torch.nn as nn
from onnx import helper, numpy_helper
from retriever.encoder import WIDTH, Encoder, write_onnx

SPAN, SENTENCE, ANSWERS, YES, NO = range(5)
OUTPUTS = 5


class Reader(nn.Module):
    def __init__(self, layers=12):
        super().__init__()
        self.encoder = Encoder()
        self.encoder.layers = self.encoder.layers[:layers]
        self.head = nn.Linear(WIDTH, OUTPUTS)
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)

    def forward(self, ids, types, valid):
        encoder = self.encoder
        x = encoder.norm(encoder.words(ids) + encoder.positions.weight[: ids.shape[1]] + encoder.types(types))
        for layer in encoder.layers:
            x = layer(x, valid, encoder.quantised)
        return self.head(x).float()


def shortened(teacher, layers):
    """A reader with every so-many-th layer of another."""
    student = Reader(layers).to(next(teacher.parameters()).device)
    whole = len(teacher.encoder.layers)
    kept = [round((at + 1) * whole / layers) - 1 for at in range(layers)]
    for own, at in zip(student.encoder.layers, kept):
        own.load_state_dict(teacher.encoder.layers[at].state_dict())
    for name in ("words", "positions", "types", "norm"):
        getattr(student.encoder, name).load_state_dict(getattr(teacher.encoder, name).state_dict())
    student.head.load_state_dict(teacher.head.state_dict())
    return student


def write_reader(reader, base, file):
    """The base's graph up to the reader's last layer, with its weights and the head."""
    layers = len(reader.encoder.layers)
    whole = Encoder()
    whole.load_state_dict({**whole.state_dict(), **{name: value.cpu() for name, value in reader.encoder.state_dict().items()}})
    write_onnx(whole, base, file)
    model = onnx.load(file)
    graph = model.graph
    last = f"/encoder/layer.{layers - 1}/output/LayerNorm/Add_1_output_0" if layers < 12 else "last_hidden_state"
    weight, bias = reader.head.weight.detach().cpu().float().numpy(), reader.head.bias.detach().cpu().float().numpy()
    graph.initializer.extend([
        numpy_helper.from_array(np.ascontiguousarray(weight.T), "head.weight"),
        numpy_helper.from_array(bias, "head.bias"),
    ])
    graph.node.extend([
        helper.make_node("MatMul", [last, "head.weight"], ["head"]),
        helper.make_node("Add", ["head", "head.bias"], ["scores"]),
    ])
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("scores", onnx.TensorProto.FLOAT, ["batch_size", "sequence_length", OUTPUTS]))
    leave_out_unused(graph)
    onnx.checker.check_model(model)
    onnx.save(model, file)


def leave_out_unused(graph):
    needed, kept = {one.name for one in graph.output}, []
    for node in reversed(graph.node):
        if needed & set(node.output):
            kept.append(node)
            needed |= set(node.input)
    del graph.node[:]
    graph.node.extend(reversed(kept))
    initializers = [one for one in graph.initializer if one.name in needed]
    del graph.initializer[:]
    graph.initializer.extend(initializers)
    del graph.value_info[:]
