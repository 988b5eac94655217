import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call, type OutputOf } from "../../api/operations.ts";
import { orNone } from "../../api/or-none.ts";

export type Builder = OutputOf<"agents.list">[number];

export function useBuilders(): UseQueryResult<Builder[]> {
  return useQuery({ queryKey: ["agents.list"], queryFn: () => orNone(call("agents.list", {})) });
}

/** One builder; null when there is no such one. */
export function useBuilder(id: string): UseQueryResult<Builder | null> {
  return useQuery({
    queryKey: ["agents.list"],
    queryFn: () => orNone(call("agents.list", {})),
    select: (builders: Builder[]) => builders.find((builder) => builder.id === id) ?? null,
  });
}
