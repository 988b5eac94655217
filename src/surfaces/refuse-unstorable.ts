import type { FastifyInstance } from "fastify";
import { requireStorable } from "../gate/index.ts";

/** Refuses text that no database column can hold, in the path, the query or the body, before a door reads it. */
export function refuseUnstorable(scope: FastifyInstance): void {
  scope.addHook("preHandler", (request, _reply, done) => {
    const { params, query, body } = request;
    try {
      requireStorable(params);
      requireStorable(query);
      // Bytes are read by the door that takes them.
      if (!Buffer.isBuffer(body)) requireStorable(body);
      done();
    } catch (error) {
      done(error as Error); // only a refusal is thrown there
    }
  });
}
