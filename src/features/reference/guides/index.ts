import { readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.resolve(import.meta.dirname, "../../../../docs");

/** The order in which the documentation is read; each name is a file of `docs/`. */
const SECTIONS = [
  { section: "Start", names: ["start"] },
  {
    section: "Tutorials",
    names: [
      "tutorials/margins",
      "tutorials/guidance",
      "tutorials/research-agent",
      "tutorials/load-a-country",
    ],
  },
  { section: "Recipes", names: ["clients", "spreadsheets"] },
  {
    section: "Concepts",
    names: [
      "concepts/identifiers",
      "concepts/claims",
      "concepts/credits",
      "concepts/scopes",
      "concepts/time",
      "concepts/certificates",
      "reading",
      "answers",
      "financials",
      "search",
      "news",
      "agents",
      "glossary",
    ],
  },
  {
    section: "Operate",
    names: [
      "operating",
      "sources",
      "identity",
      "models",
      "scaling",
      "security",
      "data-rights",
      "money",
      "performance",
      "console",
    ],
  },
  { section: "Reference", names: ["mcp", "mcp-tasks", "errors", "versioning"] },
] as const;

export interface Guide {
  /** The path below `/docs/`, and the topic by which it is asked for. */
  name: string;
  section: string;
  title: string;
  /** Markdown. */
  text: string;
}

/** Every page of the documentation, in reading order. */
export function readGuides(): Guide[] {
  return SECTIONS.flatMap(({ section, names }) =>
    names.map((name) => {
      const text = readFileSync(path.join(FOLDER, `${name}.md`), "utf8");
      return { name, section, title: (/^# (.+)$/m.exec(text)?.[1] ?? name).replaceAll("`", ""), text };
    }),
  );
}
