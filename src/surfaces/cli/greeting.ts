interface GreetingInput {
  baseUrl: string;
  demoKey: { key: string; isNew: boolean } | null;
  setUpUrl: string | null;
}

export interface Addresses {
  base_url: string;
  docs_url: string;
  console_url: string;
  mcp_url: string;
}

export function firstCall(baseUrl: string): Addresses {
  return {
    base_url: baseUrl,
    docs_url: `${baseUrl}/docs`,
    console_url: `${baseUrl}/console/`,
    mcp_url: `${baseUrl}/mcp`,
  };
}

/** What a newcomer needs for the first call. Only the start that created a key shows it. */
export function greeting(app: GreetingInput, start: { seconds: number; dataFolder: string }): string {
  const at = firstCall(app.baseUrl);
  const lines = [
    "",
    `Florin is ready after ${start.seconds.toFixed(1)} s.`,
    "",
    `  API      ${at.base_url}`,
    `  Docs     ${at.docs_url}`,
    `  Console  ${at.console_url}`,
    `  MCP      ${at.mcp_url}`,
    "",
  ];
  if (app.demoKey?.isNew) {
    lines.push(
      `  Demo API key (shown once)  ${app.demoKey.key}`,
      "",
      "Try it:",
      "",
      curlLine(at, app.demoKey.key),
      "",
    );
  } else if (app.demoKey) {
    lines.push(`  Demo API key  in ${start.dataFolder}/demo-api-key`, "");
  } else {
    lines.push("  Create a key: npx @florin-data/florin keys create <name>", "");
  }
  if (app.setUpUrl) {
    lines.push("  Set up the console: choose your password at this one-time link", `  ${app.setUpUrl}`, "");
  }
  return lines.join("\n");
}

function curlLine({ base_url }: Addresses, key: string): string {
  return (
    `curl -s ${base_url}/v1/company_report/company_search -H 'X-API-KEY: ${key}' ` +
    `-H 'Content-Type: application/json' -d '{"ticker":"SIE"}'`
  );
}
