import { setTimeout as sleep } from "node:timers/promises";
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type RequestStateCodec,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

export { createRequestStateCodec } from "@modelcontextprotocol/server";

/** What the conformance suite expects of a server: its tools, resources and prompts, by its names. */
type Json = Record<string, unknown>;
type Tool = { about: Json; run: (args: Json, context: ServerContext) => unknown };

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
const text = (words: string) => ({ content: [{ type: "text", text: words }] });
const form = (field: string, type = "string") => ({
  type: "object" as const,
  properties: { [field]: { type } },
  required: [field],
});
const elicit = (message: string, field: string, type = "string") =>
  ({
    method: "elicitation/create",
    params: { mode: "form", message, requestedSchema: form(field, type) },
  }) as never;
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: words } }],
    maxTokens,
  });

const plain = (content: unknown): Tool => ({ about: {}, run: () => ({ content }) });
const embedded = {
  uri: "test://embedded-resource",
  mimeType: "text/plain",
  text: "This is an embedded resource content.",
};
const mixed = {
  uri: "test://mixed-content-resource",
  mimeType: "application/json",
  text: '{"test":"data","value":123}',
};
const image = { type: "image", data: PIXEL, mimeType: "image/png" };

const SCHEMA_2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own keyword
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** Reads the answers of earlier rounds by their names. */
const answer = <T extends Json>(context: ServerContext, key: string) =>
  acceptedContent<T>(context.mcpReq.inputResponses, key);
const given = (context: ServerContext, key: string) => context.mcpReq.inputResponses?.[key];

function capabilitiesOf({ mcpReq }: ServerContext): Json {
  const envelope = mcpReq.envelope as Record<string, Json | undefined> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

function makeTools(codec: RequestStateCodec<never>): Record<string, Tool> {
  const mint = (state: Json, context: ServerContext) => codec.mint(state as never, context);
  return {
    test_simple_text: plain([{ type: "text", text: "This is a simple text response for testing." }]),
    test_image_content: plain([image]),
    test_audio_content: plain([{ type: "audio", data: SOUND, mimeType: "audio/wav" }]),
    test_embedded_resource: plain([{ type: "resource", resource: embedded }]),
    test_multiple_content_types: plain([
      { type: "text", text: "Multiple content types test:" },
      image,
      { type: "resource", resource: mixed },
    ]),
    test_error_handling: {
      about: {},
      run: () => ({ isError: true, ...text("This tool intentionally returns an error for testing") }),
    },
    test_tool_with_progress: {
      about: {},
      async run(_args, { mcpReq }) {
        const progressToken = mcpReq._meta?.progressToken;
        for (const progress of [0, 50, 100]) {
          if (progressToken !== undefined) {
            await mcpReq.notify({
              method: "notifications/progress",
              params: { progressToken, progress, total: 100 },
            });
          }
          await sleep(50);
        }
        return text("done");
      },
    },
    json_schema_2020_12_tool: { about: { inputSchema: SCHEMA_2020 }, run: () => text("ok") },
    test_missing_capability: {
      about: {},
      run(_args, context) {
        if (capabilitiesOf(context)["sampling"]) return text("ok");
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      },
    },
    test_streaming_elicitation: {
      about: {},
      run: () => inputRequired({ inputRequests: { user_name: elicit("What is your name?", "name") } }),
    },
    test_logging_tool: { about: {}, run: () => text("nothing is logged to clients") },
    test_input_required_result_elicitation: {
      about: {},
      run(_args, context) {
        const name = answer<{ name: unknown }>(context, "user_name")?.name;
        if (typeof name === "string") return text(`Hello, ${name}!`);
        return inputRequired({ inputRequests: { user_name: elicit("What is your name?", "name") } });
      },
    },
    test_input_required_result_sampling: {
      about: {},
      run(_args, context) {
        const reply = given(context, "capital_question");
        if (reply) return text(JSON.stringify(reply));
        return inputRequired({
          inputRequests: { capital_question: sample("What is the capital of France?", 100) },
        });
      },
    },
    test_input_required_result_list_roots: {
      about: {},
      run(_args, context) {
        const roots = given(context, "client_roots");
        return roots
          ? text(JSON.stringify(roots))
          : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
      },
    },
    test_input_required_result_request_state: {
      about: {},
      async run(_args, context) {
        if (context.mcpReq.requestState() !== undefined && given(context, "confirm")) return text("state-ok");
        const inputRequests = { confirm: elicit("Please confirm", "ok", "boolean") };
        return inputRequired({ inputRequests, requestState: await mint({ step: 1 }, context) });
      },
    },
    test_input_required_result_tampered_state: {
      about: {},
      async run(_args, context) {
        if (given(context, "confirm")) return text("state-ok");
        const inputRequests = { confirm: elicit("Please confirm", "ok", "boolean") };
        return inputRequired({ inputRequests, requestState: await mint({ step: 1 }, context) });
      },
    },
    test_input_required_result_multiple_inputs: {
      about: {},
      async run(_args, context) {
        if (["user_name", "greeting", "client_roots"].every((key) => given(context, key)))
          return text("all there");
        const inputRequests = {
          user_name: elicit("What is your name?", "name"),
          greeting: sample("Generate a greeting", 50),
          client_roots: inputRequired.listRoots(),
        };
        return inputRequired({ inputRequests, requestState: await mint({ step: 1 }, context) });
      },
    },
    test_input_required_result_multi_round: {
      about: {},
      async run(_args, context) {
        const { step = 0 } = (context.mcpReq.requestState() ?? {}) as { step?: number };
        if (step === 2 && given(context, "step2")) return text("done");
        const second = step === 1 && given(context, "step1");
        const inputRequests: Json = second
          ? { step2: elicit("Step 2: What is your favorite color?", "color") }
          : { step1: elicit("Step 1: What is your name?", "name") };
        return inputRequired({
          inputRequests: inputRequests as never,
          requestState: await mint({ step: second ? 2 : 1 }, context),
        });
      },
    },
    test_input_required_result_capabilities: {
      about: {},
      run(_args, context) {
        const can = capabilitiesOf(context);
        const inputRequests = {
          ...(can["elicitation"] ? { user_name: elicit("What is your name?", "name") } : {}),
          ...(can["sampling"] ? { greeting: sample("Generate a greeting", 50) } : {}),
        };
        return Object.keys(inputRequests).length > 0
          ? inputRequired({ inputRequests })
          : text("nothing to ask");
      },
    },
  };
}

const RESOURCES: Record<string, Json> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PIXEL },
};

const PROMPTS: Record<string, { arguments: string[]; messages: (args: Json) => unknown[] }> = {
  test_simple_prompt: { arguments: [], messages: () => [words("This is a simple prompt for testing.")] },
  test_prompt_with_arguments: {
    arguments: ["arg1", "arg2"],
    messages: ({ arg1, arg2 }) => [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    arguments: ["resourceUri"],
    messages: ({ resourceUri }) => [
      {
        role: "user",
        content: {
          type: "resource",
          resource: {
            uri: resourceUri,
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          },
        },
      },
      words("Please process the embedded resource above."),
    ],
  },
  test_prompt_with_image: {
    arguments: [],
    messages: () => [{ role: "user", content: image }, words("Please analyze the image above.")],
  },
  test_input_required_result_prompt: { arguments: [], messages: () => [words("unused")] },
};

function words(said: string) {
  return { role: "user", content: { type: "text", text: said } };
}

/** Adds the suite's features to a server; everything else stays the service's own. */
export function extendForConformance(codec: RequestStateCodec<never>): (server: Server) => void {
  const tools = makeTools(codec);
  const emptyInput = { type: "object", properties: {} };
  return (server) => {
    server.setRequestHandler("tools/list", async () => ({
      tools: Object.entries(tools).map(([name, { about }]) => ({
        name,
        description: `For the conformance suite: ${name}`,
        inputSchema: emptyInput,
        ...about,
      })) as never,
    }));
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const tool = tools[params.name];
      if (!tool) throw new Error(`no tool ${params.name}`);
      return (await tool.run(params.arguments ?? {}, context)) as never;
    });
    server.setRequestHandler("resources/list", async () => ({
      resources: Object.keys(RESOURCES).map((uri) => ({ uri, name: uri, description: uri })),
    }));
    const readOther = handlerOf(server, "resources/read");
    server.setRequestHandler("resources/read", async (request, context) => {
      const { uri } = request.params;
      const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1];
      const found = id
        ? {
            mimeType: "application/json",
            text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
          }
        : RESOURCES[uri];
      if (!found) return readOther(request, context) as never;
      return { contents: [{ uri, ...found }] } as never;
    });
    server.setRequestHandler("prompts/list", async () => ({
      prompts: Object.entries(PROMPTS).map(([name, prompt]) => ({
        name,
        description: name,
        arguments: prompt.arguments.map((argument) => ({ name: argument, required: true })),
      })),
    }));
    server.setRequestHandler("prompts/get", async ({ params }, context) => {
      if (params.name === "test_input_required_result_prompt" && !given(context, "user_context")) {
        const inputRequests = { user_context: elicit("What context should the prompt use?", "context") };
        return inputRequired({ inputRequests }) as never;
      }
      return { messages: PROMPTS[params.name]?.messages(params.arguments ?? {}) ?? [] } as never;
    });
  };
}

/** The existing handler, which the SDK keeps private. */
function handlerOf(server: Server, method: string): (request: unknown, context: unknown) => Promise<unknown> {
  const handlers = (server as unknown as { _requestHandlers: Map<string, never> })._requestHandlers;
  return handlers.get(method) ?? (() => Promise.reject(new Error(`no ${method}`)));
}
