import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call, type OutputOf } from "../../api/operations.ts";
import { orEmpty } from "../../api/or-empty.ts";

export type Builder = OutputOf<"agents.list">[number];

/** The user's own builders and those shared in the account. */
export const listBuilders = (): Promise<Builder[]> => orEmpty(call("agents.list", { include_shared: true }));

export function useBuilders(): UseQueryResult<Builder[]> {
  return useQuery({ queryKey: ["agents.list"], queryFn: listBuilders });
}

/** One builder; null when it does not exist. */
export function useBuilder(id: string): UseQueryResult<Builder | null> {
  return useQuery({
    queryKey: ["agents.list"],
    queryFn: listBuilders,
    select: (builders: Builder[]) => builders.find((builder) => builder.id === id) ?? null,
  });
}
