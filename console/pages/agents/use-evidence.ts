import { useQuery } from "@tanstack/react-query";
import { call, type OutputOf } from "../../api/operations.ts";

export type Evidence = OutputOf<"agents.artifact">["evidence"][number];
/** By artifact, then by group and field. */
export type EvidenceMap = ReadonlyMap<string, ReadonlyMap<string, Evidence>>;

/** Below the number of calls the service allows in a second. */
const AT_ONCE = 5;

export const fieldKey = (group: string, field: string): string => `${group} ${field}`;

/** Unit and verdict of every value of the artifacts; the calls are free. */
export function useEvidence(ids: readonly string[]) {
  return useQuery({
    queryKey: ["agents.artifact", "list", ids],
    enabled: ids.length > 0,
    queryFn: async (): Promise<EvidenceMap> => {
      const found = new Map<string, ReadonlyMap<string, Evidence>>();
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const part = ids.slice(from, from + AT_ONCE);
        for (const { id, evidence } of await Promise.all(
          part.map((artifact_id) => call("agents.artifact", { artifact_id })),
        ))
          found.set(id, new Map(evidence.map((one) => [fieldKey(one.group, one.field), one])));
      }
      return found;
    },
  });
}
