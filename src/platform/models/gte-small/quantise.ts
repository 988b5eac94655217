import onnxProto, { type onnx } from "onnx-proto";

const { ModelProto, TensorProto, NodeProto, AttributeProto } = onnxProto.onnx;

/**
 * Turns the 32-bit weights of a BERT-like ONNX model into 8-bit ones: a quarter of the size and memory, twice to three
 * times the speed. Matrix products become integer products with a scale per column, the large look-up tables keep a
 * scale per row. Runs once per machine and takes about two seconds.
 */
export function quantise(model: Uint8Array): Uint8Array {
  const decoded = ModelProto.decode(model);
  const graph = decoded.graph;
  if (!graph) throw new Error("the model has no graph");
  const weights = new Map((graph.initializer ?? []).map((tensor) => [tensor.name ?? "", tensor]));
  const rewriter = new Rewriter(weights);
  graph.node = (graph.node ?? []).flatMap((node) => rewriter.rewrite(node));
  const kept = (graph.initializer ?? []).filter(({ name }) => !rewriter.replaced.has(name ?? ""));
  graph.initializer = [...kept, ...rewriter.added];
  return ModelProto.encode(decoded).finish();
}

const FLOAT = TensorProto.DataType.FLOAT;
const INT8 = TensorProto.DataType.INT8;
const TABLE_ROWS_MIN = 100;
const LEVELS = 127;

type Node = onnx.INodeProto;
type Tensor = onnx.ITensorProto;

class Rewriter {
  readonly replaced = new Set<string>();
  readonly added: Tensor[] = [];
  readonly #weights: Map<string, Tensor>;
  readonly #quantisedInputs = new Map<string, [string, string, string]>();

  constructor(weights: Map<string, Tensor>) {
    this.#weights = weights;
  }

  rewrite(node: Node): Node[] {
    const [first = "", second = ""] = node.input ?? [];
    const matrix = node.opType === "MatMul" ? this.#weights.get(second) : undefined;
    if (matrix) return this.#rewriteProduct(node, first, matrix);
    const table = node.opType === "Gather" ? this.#weights.get(first) : undefined;
    if (table && shapeOf(table).length === 2 && (shapeOf(table)[0] ?? 0) > TABLE_ROWS_MIN) {
      return this.#rewriteLookup(node, table, second);
    }
    return [node];
  }

  /** A · B becomes (int8 A · int8 B) × scale of A × scale of each column of B. */
  #rewriteProduct(node: Node, input: string, matrix: Tensor): Node[] {
    const name = matrix.name ?? "";
    const [rows = 0, columns = 0] = shapeOf(matrix);
    if (!this.replaced.has(name)) {
      const { quantised, scales } = quantiseColumns(floatsOf(matrix), rows, columns);
      this.replaced.add(name);
      this.added.push(
        tensor(`${name}_q`, INT8, [rows, columns], quantised),
        tensor(`${name}_s`, FLOAT, [columns], scales),
        tensor(`${name}_z`, INT8, [columns], new Int8Array(columns)),
      );
    }
    const output = node.output?.[0] ?? "";
    const nodes: Node[] = [];
    let parts = this.#quantisedInputs.get(input);
    if (!parts) {
      parts = [`${input}_dq`, `${input}_ds`, `${input}_dz`];
      this.#quantisedInputs.set(input, parts);
      nodes.push(makeNode("DynamicQuantizeLinear", [input], parts));
    }
    const [values, scale, zero] = parts;
    nodes.push(
      makeNode("MatMulInteger", [values, `${name}_q`, zero, `${name}_z`], [`${output}_i`]),
      makeNode("Cast", [`${output}_i`], [`${output}_c`], [castToFloat()]),
      makeNode("Mul", [scale, `${name}_s`], [`${output}_sc`]),
      makeNode("Mul", [`${output}_c`, `${output}_sc`], [output]),
    );
    return nodes;
  }

  #rewriteLookup(node: Node, table: Tensor, indices: string): Node[] {
    const name = table.name ?? "";
    const [rows = 0, columns = 0] = shapeOf(table);
    const { quantised, scales } = quantiseRows(floatsOf(table), rows, columns);
    this.replaced.add(name);
    this.added.push(
      tensor(`${name}_q`, INT8, [rows, columns], quantised),
      tensor(`${name}_s`, FLOAT, [rows, 1], scales),
    );
    const output = node.output?.[0] ?? "";
    const attributes = node.attribute ?? [];
    return [
      makeNode("Gather", [`${name}_q`, indices], [`${output}_g`], attributes),
      makeNode("Cast", [`${output}_g`], [`${output}_gc`], [castToFloat()]),
      makeNode("Gather", [`${name}_s`, indices], [`${output}_gs`], attributes),
      makeNode("Mul", [`${output}_gc`, `${output}_gs`], [output]),
    ];
  }
}

interface Quantised {
  quantised: Int8Array;
  scales: Float32Array;
}

function quantiseColumns(weights: Float32Array, rows: number, columns: number): Quantised {
  const scales = new Float32Array(columns);
  for (let at = 0; at < weights.length; at++) {
    const column = at % columns;
    scales[column] = Math.max(scales[column] ?? 0, Math.abs(weights[at] ?? 0));
  }
  return apply(weights, scales, (at) => at % columns, rows * columns);
}

function quantiseRows(weights: Float32Array, rows: number, columns: number): Quantised {
  const scales = new Float32Array(rows);
  for (let at = 0; at < weights.length; at++) {
    const row = Math.floor(at / columns);
    scales[row] = Math.max(scales[row] ?? 0, Math.abs(weights[at] ?? 0));
  }
  return apply(weights, scales, (at) => Math.floor(at / columns), rows * columns);
}

/** Expects the largest magnitude of each group in `scales`, and leaves there what one step stands for. */
function apply(
  weights: Float32Array,
  scales: Float32Array,
  groupOf: (at: number) => number,
  size: number,
): Quantised {
  for (let group = 0; group < scales.length; group++) scales[group] = (scales[group] || 1e-8) / LEVELS;
  const quantised = new Int8Array(size);
  for (let at = 0; at < size; at++) {
    const steps = Math.round((weights[at] ?? 0) / (scales[groupOf(at)] ?? 1));
    quantised[at] = Math.max(-LEVELS, Math.min(LEVELS, steps));
  }
  return { quantised, scales };
}

function shapeOf(weights: Tensor): number[] {
  return (weights.dims ?? []).map(Number);
}

function floatsOf(weights: Tensor): Float32Array {
  if (!weights.rawData)
    throw new Error(`${weights.name}: the model keeps its weights in a form we do not read`);
  return new Float32Array(new Uint8Array(weights.rawData).buffer);
}

function tensor(name: string, dataType: number, dims: number[], data: Int8Array | Float32Array): Tensor {
  const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return TensorProto.create({ name, dataType, dims, rawData });
}

function makeNode(
  opType: string,
  input: string[],
  output: string[],
  attribute: onnx.IAttributeProto[] = [],
): Node {
  return NodeProto.create({ opType, input, output, name: `${output[0]}_node`, attribute });
}

function castToFloat(): onnx.IAttributeProto {
  return AttributeProto.create({ name: "to", type: AttributeProto.AttributeType.INT, i: FLOAT });
}
