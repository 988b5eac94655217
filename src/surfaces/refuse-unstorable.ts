import type { FastifyInstance } from "fastify";
import { requireStorable } from "../gate/index.ts";

/** Rejects text that no database column can store, in the path, the query or the body, before a surface reads it. */
export function refuseUnstorable(scope: FastifyInstance): void {
  scope.addHook("preHandler", (request, _reply, done) => {
    const { params, query, body } = request;
    try {
      requireStorable(params);
      requireStorable(query);
      // Binary bodies are checked by their reader.
      if (!Buffer.isBuffer(body)) requireStorable(body);
      done();
    } catch (error) {
      done(error as Error); // only a refusal is thrown there
    }
  });
}
