import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";

const FILE = path.resolve(import.meta.dirname, "../../../skills/florin/SKILL.md");
const PLACE = "/.well-known/agent-skills";
const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "cache-control": "public, max-age=300",
  "x-content-type-options": "nosniff",
};

/** How to use the service well, where agents look for such instructions. */
export function mountSkill(server: FastifyInstance): void {
  const text = readFileSync(FILE, "utf8");
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1] ?? "";
  const skill = {
    name: field("name"),
    type: "skill-md",
    description: field("description"),
    url: `${PLACE}/florin/SKILL.md`,
    digest: `sha256:${hash("sha256", text, "hex")}`,
  };
  server.get(`${PLACE}/index.json`, (_request, reply) =>
    reply.headers(OPEN_TO_ALL).send({
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [skill],
    }),
  );
  server.get(skill.url, (_request, reply) =>
    reply.headers(OPEN_TO_ALL).type("text/markdown; charset=utf-8").send(text),
  );
}
