import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type OutputOf } from "../../api/operations.ts";

export type Evidence = OutputOf<"agents.artifact">["evidence"][number];
/** By artifact, then by group and field. */
export type EvidenceMap = ReadonlyMap<string, ReadonlyMap<string, Evidence>>;

/** Below the number of calls the service allows in a second. */
const AT_ONCE = 5;

export const fieldKey = (group: string, field: string): string => `${group} ${field}`;

/** Unit and verdict of every value of the artifacts, in parts as they arrive; the calls are free. */
export function useEvidence(ids: readonly string[]) {
  const client = useQueryClient();
  const queryKey = ["agents.artifact", "list", ids];
  const { data, isSuccess, isFetching } = useQuery({
    queryKey,
    enabled: ids.length > 0,
    queryFn: async (): Promise<EvidenceMap> => {
      const found = new Map<string, ReadonlyMap<string, Evidence>>();
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const part = ids.slice(from, from + AT_ONCE);
        for (const { id, evidence } of await Promise.all(part.map((one) => findArtifact(client, one))))
          found.set(id, new Map(evidence.map((one) => [fieldKey(one.group, one.field), one])));
        client.setQueryData(queryKey, new Map(found));
      }
      return found;
    },
  });
  return { evidence: data, isComplete: isSuccess && !isFetching };
}

/** An artifact never changes: after a run only the new ones are asked for. */
const findArtifact = (client: QueryClient, artifact_id: string) =>
  client.fetchQuery({
    queryKey: ["agents.artifact", { artifact_id }],
    queryFn: () => call("agents.artifact", { artifact_id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
