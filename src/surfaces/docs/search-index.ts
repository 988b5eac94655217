import type { Guide } from "../../features/reference/index.ts";
import { type ApiOperation, bodyOf, listEndpoints, type OpenApi } from "./open-api.ts";
import type { RenderedGuide } from "./render-guide.ts";

/** One place that a search can find. Short names: the file is loaded by every reader who searches. */
export interface SearchEntry {
  /** URL. */
  u: string;
  /** Title of the page. */
  t: string;
  /** Heading. */
  h: string;
  /** Words under the heading. */
  x: string;
}

/** Everything that the search of the documentation finds, by the headings of the guides and by operation. */
export function buildSearchIndex(
  guides: readonly { guide: Guide; rendered: RenderedGuide }[],
  document: OpenApi,
): SearchEntry[] {
  const sections = guides.flatMap(({ guide, rendered }) =>
    rendered.passages.map(({ heading, text }) => ({
      u: `/docs/${guide.name}${heading.depth > 1 ? `#${heading.id}` : ""}`,
      t: guide.title,
      h: heading.text,
      x: text,
    })),
  );
  const operations = document.tags.flatMap(({ name }) =>
    listEndpoints(document, name).map(({ method, path, operation }) => ({
      u: `/docs/api/${name}#${operation.operationId}`,
      t: `API: ${name}`,
      h: operation.summary,
      x: `${method} ${path} ${operation.operationId} ${operation.description} ${fieldNames(operation)}`,
    })),
  );
  return [...sections, ...operations];
}

function fieldNames(operation: ApiOperation): string {
  const inBody = Object.keys(bodyOf(operation)?.schema.properties ?? {});
  return [...inBody, ...(operation.parameters ?? []).map(({ name }) => name)].join(" ");
}
