import type { OutputOf } from "../../api/operations.ts";

export type Artifact = OutputOf<"agents.outputs">[number];

/** Two artifacts about the same companies have the same key. */
export const companyKey = ({ company_list }: Artifact): string =>
  company_list
    .map(({ svc_entity_id }) => svc_entity_id)
    .sort()
    .join();

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
