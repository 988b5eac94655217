import type { OutputOf } from "../../api/operations.ts";

export type Artifact = OutputOf<"agents.outputs">[number];

const companiesOf = ({ company_list }: Artifact): string =>
  company_list
    .map(({ svc_entity_id }) => svc_entity_id)
    .sort()
    .join();

/** Maps each artifact to the previous one for the same companies; the newest come first. */
export function findEarlier(artifacts: readonly Artifact[]): ReadonlyMap<string, Artifact> {
  const earlier = new Map<string, Artifact>();
  const later = new Map<string, Artifact>();
  for (const artifact of artifacts) {
    const companies = companiesOf(artifact);
    const next = later.get(companies);
    if (next) earlier.set(next.id, artifact);
    later.set(companies, artifact);
  }
  return earlier;
}

/** Whether a field differs from the previous artifact; a field that one does not have has not changed. */
export function hasChanged(
  now: Artifact,
  before: Artifact | undefined,
  group: string,
  field: string,
): boolean {
  const fields = before?.extract_json?.[group];
  if (!fields || !(field in fields)) return false;
  return JSON.stringify(fields[field]) !== JSON.stringify(now.extract_json?.[group]?.[field]);
}
