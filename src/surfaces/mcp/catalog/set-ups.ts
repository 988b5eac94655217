/** How to configure each of the well-known clients for this server. */
export interface SetUp {
  client: string;
  /** What to do with the text below. */
  how: string;
  text: string;
}

const KEY = "YOUR_API_KEY";
/** By the full name of the package: the short one may belong to someone else. A client starts it in a folder of its own. */
const STDIO = ["--yes", "@florin-data/florin", "--data", "/path/to/your/data", "mcp"];

export function listSetUps(mcpUrl: string): SetUp[] {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    {
      client: "Claude Code",
      how: "Run this; then /mcp inside Claude Code signs you in.",
      text: `claude mcp add --transport http florin ${mcpUrl}`,
    },
    {
      client: "Claude",
      how: "Settings → Connectors → Add custom connector, and enter this URL. You are asked to sign in. The URL must be reachable from the internet, over https.",
      text: mcpUrl,
    },
    {
      client: "ChatGPT",
      how: "Settings → Apps & Connectors → Advanced → Developer mode, then Create, with this URL and OAuth as authentication. The URL must be reachable from the internet, over https.",
      text: mcpUrl,
    },
    {
      client: "Cursor",
      how: "Add this to .cursor/mcp.json of your project, or ~/.cursor/mcp.json. Without the headers Cursor signs you in.",
      text: json({ mcpServers: { florin: { url: mcpUrl, headers: { "X-API-KEY": KEY } } } }),
    },
    {
      client: "VS Code",
      how: "Add this to .vscode/mcp.json. Without the headers VS Code signs you in.",
      text: json({ servers: { florin: { type: "http", url: mcpUrl, headers: { "X-API-KEY": KEY } } } }),
    },
    {
      client: "Codex",
      how: "Add this to ~/.codex/config.toml and set FLORIN_API_KEY; or leave the second line out and run: codex mcp login florin",
      text: `[mcp_servers.florin]\nurl = "${mcpUrl}"\nbearer_token_env_var = "FLORIN_API_KEY"`,
    },
    {
      client: "Gemini CLI",
      how: "Add this to ~/.gemini/settings.json. Without the headers Gemini CLI signs you in.",
      text: json({ mcpServers: { florin: { httpUrl: mcpUrl, headers: { "X-API-KEY": KEY } } } }),
    },
    {
      client: "On this machine",
      how: "For a client that starts its servers itself: the same server over standard input and output, with your data folder.",
      text: json({ mcpServers: { florin: { command: "npx", args: STDIO, env: { FLORIN_API_KEY: KEY } } } }),
    },
    {
      client: "TypeScript",
      how: "npm install @modelcontextprotocol/client",
      text: `import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const client = new Client({ name: "my-program", version: "1.0.0" });
await client.connect(
  new StreamableHTTPClientTransport(new URL("${mcpUrl}"), {
    requestInit: { headers: { "X-API-KEY": "${KEY}" } },
  }),
);
const { structuredContent } = await client.callTool({
  name: "find_company",
  arguments: { isin: "US0378331005" },
});
console.log(structuredContent);`,
    },
    {
      client: "Python",
      how: "pip install mcp",
      text: `import asyncio
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

async def main():
    async with streamablehttp_client("${mcpUrl}", headers={"X-API-KEY": "${KEY}"}) as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            result = await session.call_tool("find_company", {"isin": "US0378331005"})
            print(result.structuredContent)

asyncio.run(main())`,
    },
  ];
}
