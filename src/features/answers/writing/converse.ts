import type {
  LanguageModel,
  ModelMessage,
  ModelTool,
  ToolCall,
  Writing,
} from "../../../platform/models/index.ts";

/** A tool as the service runs it. What it returns goes to the model as JSON. */
export interface RunnableTool extends ModelTool {
  run: (input: unknown) => Promise<unknown> | unknown;
}

export interface Conversation {
  instructions: string;
  material: string;
  tools: readonly RunnableTool[];
  signal: AbortSignal;
  /** Aborted when the time of the whole answer is used up. */
  deadline: AbortSignal;
  onText?: (piece: string) => void;
}

/** Turns with tools before the model has to answer. */
const TURNS_MAX = 6;
const CALLS_MAX = 16;
const OUTPUT_LENGTH_MAX = 16_000;

/** A conversation with a model, in which it may ask for tools; bounded in turns, calls and time. */
export class ModelConversation {
  tokens = 0;
  readonly #model: LanguageModel;
  readonly #conversation: Conversation;
  readonly #later: ModelMessage[] = [];
  #calls = 0;

  constructor(model: LanguageModel, conversation: Conversation) {
    this.#model = model;
    this.#conversation = conversation;
  }

  /** The model's answer; null when it calls tools and never answers. */
  async answer(): Promise<Writing | null> {
    for (let turn = 0; turn <= TURNS_MAX; turn++) {
      if (turn === TURNS_MAX || this.#calls >= CALLS_MAX) return this.#requireAnswer();
      const writing = await this.#write();
      if (writing.calls.length === 0) return writing;
      const results = [];
      for (const call of writing.calls) results.push({ call, output: await this.#run(call) });
      this.#later.push({ role: "tool", results });
    }
    return null;
  }

  /** Sends something back and returns the reply; tools it asks for are not run any more. */
  async sendBack(text: string): Promise<Writing> {
    this.#later.push({ role: "user", text });
    return this.#write();
  }

  async #requireAnswer(): Promise<Writing | null> {
    const writing = await this.sendBack(JSON.stringify({ task: "No more tools can be called. Answer now." }));
    return writing.calls.length === 0 ? writing : null;
  }

  async #write(): Promise<Writing> {
    const { instructions, material, tools, signal, deadline, onText } = this.#conversation;
    const writing = await this.#model.write({
      instructions,
      material,
      later: this.#later,
      tools,
      signal,
      deadline,
      ...(onText ? { onText } : {}),
    });
    this.tokens += writing.tokens;
    this.#later.push({ role: "assistant", text: writing.text, calls: writing.calls });
    return writing;
  }

  async #run({ name, input }: ToolCall): Promise<string> {
    const tool = this.#conversation.tools.find((one) => one.name === name);
    if (!tool) return JSON.stringify({ error: `there is no tool ${name}` });
    if (this.#calls++ >= CALLS_MAX) return JSON.stringify({ error: "no more calls; answer now" });
    const output = JSON.stringify(await tool.run(input)) ?? "null";
    return output.length <= OUTPUT_LENGTH_MAX
      ? output
      : JSON.stringify({ untrusted_beginning: output.slice(0, OUTPUT_LENGTH_MAX), is_cut: true });
  }
}
