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

  it("query only existing metrics in the dashboard", async () => {
    const app = await startTestApp({ redis_url: "redis://127.0.0.1:1" });
    const { key } = await app.addAccount();
    await app.call("POST", "/v1/company_report/company_search", { key, body: { isin: "US0000000000" } });
    const { text } = await app.call("GET", "/metrics");
    const requests = [...read("grafana-dashboard.json").matchAll(/\bflorin_\w+/g)].map(([name]) => name);
    expect(requests.length).toBeGreaterThan(8);
    for (const name of requests) expect([name, text.includes(name)]).toEqual([name, true]);
  });
});
