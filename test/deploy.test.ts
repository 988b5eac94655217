import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../src/config.ts";
import { startTestApp } from "./app.ts";
import { florin } from "./service.ts";

const read = (file: string) => readFileSync(path.join("deploy", file), "utf8");

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  image?: string;
  deploy?: { replicas?: number };
}
const compose = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service> };

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    replicas?: number;
    ports?: { targetPort: number }[];
    template?: { spec: { containers: Container[] } };
  };
}
interface Container {
  args: string[];
  ports: { containerPort: number }[];
  livenessProbe: { httpGet: { path: string; port: number } };
  readinessProbe: { httpGet: { path: string; port: number } };
}
const manifests = parseAllDocuments(read("kubernetes/florin.yaml")).map(
  (document) => document.toJS() as Manifest,
);
const deployments = manifests.filter(({ kind }) => kind === "Deployment");
const containers = deployments.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);

/** `${NAME:?}` and `${NAME:-default}` as compose fills them in. */
const filled = (environment: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\w+:(?:-([^}]*)|\?)\}/g, (_, otherwise?: string) => otherwise ?? "secret"),
    ]),
  );

/** Every option that a deploy file gives must be one that the command's help names. */
async function expectCommand([command = "", ...options]: string[]): Promise<void> {
  const { code, out } = await florin([command, "--help"]);
  expect(code).toBe(0);
  for (const option of options.filter((word) => word.startsWith("--"))) expect(out).toContain(option);
}

describe("the deployment files", () => {
  it("run two API nodes and two workers in compose with known commands and settings", async () => {
    const { api, worker, postgres } = compose.services;
    for (const service of [api, worker]) {
      expect(service?.deploy?.replicas).toBe(2);
      await expectCommand(service?.command ?? []);
      const config = readConfig({ env: filled(service?.environment ?? {}), options: {} });
      expect(config).toMatchObject({ s3_bucket: "florin", redis_url: "redis://valkey:6379", demo: false });
    }
    expect(api?.command).toContain("--no-work");
    expect(postgres?.image).toContain("pgvector");
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(["valkey", "s3", "proxy"]));
    expect(read("Caddyfile")).toContain("reverse_proxy api:8080");
  });

  it("name existing commands, ports, probes and settings in the Kubernetes manifests", async () => {
    const settings = Object.assign(
      {},
      ...manifests.map(({ data, stringData }) => ({ ...data, ...stringData })),
    );
    expect(readConfig({ env: settings, options: {} }).database_url).toContain("postgres://");
    expect(deployments.map(({ spec }) => spec?.replicas)).toEqual([2, 2]);
    const app = await startTestApp();
    for (const { args, ports, livenessProbe, readinessProbe } of containers) {
      await expectCommand(args);
      const port = Number(args[args.indexOf("--port") + 1]);
      expect([ports[0]?.containerPort, livenessProbe.httpGet.port, readinessProbe.httpGet.port]).toEqual([
        port,
        port,
        port,
      ]);
      for (const { httpGet } of [livenessProbe, readinessProbe])
        expect((await app.call("GET", httpGet.path)).status).toBe(200);
    }
    expect(manifests.find(({ kind }) => kind === "Service")?.spec?.ports?.[0]?.targetPort).toBe(8080);
  });

  it("start the existing program in the image and the systemd unit", async () => {
    const dockerfile = read("Dockerfile");
    // The packed file is installed and started in the same way by the test of the first hour.
    expect(dockerfile).toContain("RUN npm run release");
    expect(dockerfile).toContain("release/florin-data-florin.tgz");
    expect(dockerfile).toContain('ENTRYPOINT ["node", "node_modules/.bin/florin"]');
    expect(dockerfile.indexOf("USER node")).toBeGreaterThan(dockerfile.lastIndexOf("FROM "));
    expect(existsSync("bin/florin.mjs")).toBe(true);
    expect(dockerfile).toContain(`EXPOSE ${readConfig({ env: {}, options: {} }).port}`);
    for (const file of /COPY (package\.json .*) \.\//.exec(dockerfile)?.[1]?.split(" ") ?? [])
      expect(existsSync(file)).toBe(true);
    const variables = [...`${dockerfile}${read("florin.service")}`.matchAll(/\b(FLORIN_\w+)=(\S+)/g)];
    expect(variables.length).toBeGreaterThan(2);
    readConfig({ env: Object.fromEntries(variables.map(([, name, value]) => [name, value])), options: {} });
    const line = /^ExecStart=\S+ \S+bin\/florin\.mjs (.*)$/m.exec(read("florin.service"))?.[1] ?? "";
    await expectCommand(line.split(" "));
  });

  it("give the clients and the images the version of the service", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(readFileSync("clients/typescript/package.json", "utf8")).toContain(`"version": "${version}"`);
    expect(readFileSync("clients/python/pyproject.toml", "utf8")).toContain(`version = "${version}"`);
    expect(read("kubernetes/florin.yaml")).toContain(`image: florin:${version}`);
    expect(readFileSync("CHANGELOG.md", "utf8")).toContain(`## ${version}`);
  });

  it("list every installed package with a licence", async () => {
    const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "sbom"], {
      maxBuffer: 50_000_000,
    });
    const { bomFormat, components } = JSON.parse(stdout) as {
      bomFormat: string;
      components: {
        name: string;
        purl: string;
        licenses?: unknown[];
        properties?: { name: string; value: string }[];
      }[];
    };
    expect(bomFormat).toBe("CycloneDX");
    // What only building and testing need is in the list too, and marked.
    const shipped = components.filter(
      ({ properties = [] }) => !properties.some(({ name }) => name === "cdx:npm:package:development"),
    );
    const listed = new Set(shipped.map(({ purl }) => decodeURIComponent(purl)));
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
      dependencies: Record<string, string>;
    };
    const missing = Object.entries(dependencies).filter(
      ([name, version]) => !listed.has(`pkg:npm/${name}@${version}`),
    );
    expect(missing).toEqual([]);
    expect(shipped.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name)).toEqual([]);
  });
});

interface Dashboard {
  title: string;
  uid: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: string }[] };
  panels: {
    id: number;
    type: string;
    title: string;
    datasource: { type: string; uid: string };
    gridPos: { h: number; w: number; x: number; y: number };
    targets: { refId: string; expr: string }[];
  }[];
}

interface AlertRule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

describe("dashboard and alerts", () => {
  const dashboard = JSON.parse(read("grafana-dashboard.json")) as Dashboard;
  const { groups } = parse(read("alert-rules.yaml")) as { groups: { name: string; rules: AlertRule[] }[] };
  const rules = groups.flatMap((group) => group.rules);

  it("query only metrics that /metrics has", async () => {
    const app = await startTestApp({ redis_url: "redis://127.0.0.1:1" });
    const { key } = await app.addAccount();
    await app.call("POST", "/v1/company_report/company_search", { key, body: { isin: "US0000000000" } });
    const { text } = await app.call("GET", "/metrics");
    const existing = new Set([...text.matchAll(/^(?:# TYPE )?(florin_\w+)/gm)].map(([, name]) => name));
    const expressions = [...dashboard.panels.flatMap(({ targets }) => targets), ...rules].map(
      ({ expr }) => expr,
    );
    const named = expressions.flatMap((expr) => [...expr.matchAll(/\bflorin_\w+/g)].map(([name]) => name));
    expect(named.length).toBeGreaterThan(15);
    expect([...new Set(named)].filter((name) => !existing.has(name))).toEqual([]);
  });

  it("has panels that Grafana can place and fill", () => {
    const { panels, templating } = dashboard;
    expect(dashboard.schemaVersion).toBeGreaterThan(30);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const sources = templating.list.filter(({ type }) => type === "datasource").map(({ name }) => name);
    for (const { title, type, datasource, gridPos, targets } of panels) {
      expect([title, type]).toEqual([title, "timeseries"]);
      expect(sources).toContain(/^\$\{(\w+)\}$/.exec(datasource.uid)?.[1]);
      expect([title, gridPos.x + gridPos.w <= 24, gridPos.h > 0]).toEqual([title, true, true]);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
    const covers = (a: Dashboard["panels"][number]["gridPos"], b: typeof a) =>
      a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
    const overlapping = panels.filter((one) =>
      panels.some((other) => other !== one && covers(one.gridPos, other.gridPos)),
    );
    expect(overlapping.map(({ title }) => title)).toEqual([]);
  });

  it("alerts with a condition, a time, a severity and what to do", () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, expr, for: time, labels, annotations } of rules) {
      expect([alert, expr]).toEqual([alert, expect.stringMatching(/ (==|>|<) /)]);
      expect([alert, isBalanced(expr)]).toEqual([alert, true]);
      expect(time).toMatch(/^\d+[smh]$/);
      expect(["critical", "warning"]).toContain(labels.severity);
      expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
    }
  });
});

/** Whether every bracket of an expression is closed by its own kind. */
function isBalanced(expression: string): boolean {
  const open: string[] = [];
  for (const sign of expression.replace(/"[^"]*"/g, "")) {
    const closes = { ")": "(", "]": "[", "}": "{" }[sign];
    if ("([{".includes(sign)) open.push(sign);
    else if (closes !== undefined && open.pop() !== closes) return false;
  }
  return open.length === 0;
}
