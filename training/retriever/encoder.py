"""The encoder: BERT as gte-small has it, read from and written to the 8-bit ONNX file that the service runs."""

import re

import numpy as np
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import numpy_helper

WIDTH, HEADS, LAYERS, INNER, VOCABULARY, POSITIONS = 384, 12, 12, 1536, 30522, 512
LEVELS = 127


class QuantisedLinear(nn.Linear):
    """A linear layer that can compute as the service does: 8-bit weights per output, 8-bit inputs per text."""

    def forward(self, x, valid=None):
        if valid is None:
            return super().forward(x)
        return F.linear(round_inputs(x, valid), round_rows(self.weight), self.bias)


def round_inputs(x, valid):
    """What DynamicQuantizeLinear keeps of the inputs, one scale per text; gradients pass as if nothing was rounded."""
    with torch.no_grad():
        real = x.float().masked_fill(~valid[:, :, None], 0)
        high = real.amax((1, 2), keepdim=True).clamp(min=0)
        low = real.amin((1, 2), keepdim=True).clamp(max=0)
        scale = ((high - low) / 255).clamp(min=1e-9)
        zero = torch.round(-low / scale)
        rounded = ((torch.round(real / scale) + zero).clamp(0, 255) - zero) * scale
        error = rounded - real
    return x + error.to(x.dtype)


def round_rows(weight):
    with torch.no_grad():
        scale = weight.abs().amax(1, keepdim=True).clamp(min=1e-9) / LEVELS
        error = torch.round(weight / scale) * scale - weight
    return weight + error


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (QuantisedLinear(WIDTH, WIDTH) for _ in range(4))
        self.attention_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.widen, self.narrow = QuantisedLinear(WIDTH, INNER), QuantisedLinear(INNER, WIDTH)
        self.output_norm = nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x, valid, quantised):
        batch, length, _ = x.shape
        shown = valid if quantised else None
        split = lambda t: t.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)
        q, k, v = (split(part(x, shown)) for part in (self.query, self.key, self.value))
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=valid[:, None, None, :])
        mixed = mixed.transpose(1, 2).reshape(batch, length, WIDTH)
        x = self.attention_norm(x + self.out(mixed, shown))
        return self.output_norm(x + self.narrow(F.gelu(self.widen(x, shown)), shown))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.types = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.quantised = False

    def tokens(self, ids, valid):
        """One vector per token, for late interaction."""
        x = self.norm(self.words(ids) + self.positions.weight[: ids.shape[1]] + self.types.weight[0])
        for layer in self.layers:
            x = layer(x, valid, self.quantised)
        return x

    def pool(self, tokens, valid):
        """The mean of the tokens' vectors, brought to length 1."""
        weight = valid[:, :, None].float()
        return F.normalize((tokens.float() * weight).sum(1) / weight.sum(1), dim=-1)

    def forward(self, ids, valid):
        return self.pool(self.tokens(ids, valid), valid)


PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
    "output_norm": "output.LayerNorm",
}
OUTER = {
    "words.weight": "embeddings.word_embeddings.weight",
    "positions.weight": "embeddings.position_embeddings.weight",
    "types.weight": "embeddings.token_type_embeddings.weight",
    "norm.weight": "embeddings.LayerNorm.weight",
    "norm.bias": "embeddings.LayerNorm.bias",
}


def onnx_name(name):
    """The name a parameter has in the ONNX file."""
    found = re.match(r"layers\.(\d+)\.(\w+)\.(\w+)$", name)
    return f"encoder.layer.{found[1]}.{PARTS[found[2]]}.{found[3]}" if found else OUTER[name]


def matrices_of(graph):
    """Names of the constant matrices, by the parameter they are."""
    found = {}
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            path = node.output[0].split("/MatMul")[0].strip("/").replace("/", ".")
            found[f"{path}.weight"] = node.input[1].removesuffix("_q")
    return found


def read_onnx(encoder, file):
    model = onnx.load(file)
    stored = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    matrices = matrices_of(model.graph)
    with torch.no_grad():
        for name, parameter in encoder.named_parameters():
            known = onnx_name(name)
            if known in matrices:
                key = matrices[known]
                value = (stored[f"{key}_q"].astype(np.float32) * stored[f"{key}_s"]).T
            elif f"{known}_q" in stored:
                value = stored[f"{known}_q"].astype(np.float32) * stored[f"{known}_s"]
            else:
                value = stored[known]
            if tuple(value.shape) != tuple(parameter.shape):
                raise ValueError(f"{name}: {value.shape} instead of {tuple(parameter.shape)}")
            parameter.copy_(torch.from_numpy(np.array(value)))


def round_array(array):
    """8-bit values and one scale per row."""
    scale = np.maximum(np.abs(array).max(1, keepdims=True), 1e-9).astype(np.float32) / LEVELS
    return np.clip(np.rint(array / scale), -LEVELS, LEVELS).astype(np.int8), scale


def write_onnx(encoder, base, file):
    """Puts the weights into a copy of the base file: the same graph, so the same speed."""
    model = onnx.load(base)
    matrices = matrices_of(model.graph)
    changed = {}
    for name, parameter in encoder.named_parameters():
        value, known = parameter.detach().float().cpu().numpy(), onnx_name(name)
        if known in matrices:
            rounded, scale = round_array(value)
            changed[f"{matrices[known]}_q"], changed[f"{matrices[known]}_s"] = rounded.T, scale[:, 0]
        elif known.endswith(("word_embeddings.weight", "position_embeddings.weight")):
            changed[f"{known}_q"], changed[f"{known}_s"] = round_array(value)
        else:
            changed[known] = value
    for one in model.graph.initializer:
        if one.name in changed:
            value = np.ascontiguousarray(changed.pop(one.name))
            if list(value.shape) != list(one.dims):
                raise ValueError(f"{one.name}: {value.shape} instead of {one.dims}")
            one.CopyFrom(numpy_helper.from_array(value, one.name))
    if changed:
        raise ValueError(f"not in the base file: {sorted(changed)}")
    onnx.save(model, file)

