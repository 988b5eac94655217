import type { FastifyInstance } from "fastify";
import { renderThumbnail } from "../../features/news/index.ts";
import { Failure } from "../../kernel/errors.ts";

/** The image behind an article's `thumbnail`. Public: it shows only the initials in its own URL. */
export function mountThumbnails(server: FastifyInstance): void {
  server.get<{ Params: { file: string } }>("/thumbnails/:file", async (request, reply) => {
    const [, name] = /^(.+)\.png$/su.exec(request.params.file) ?? [];
    const picture = name === undefined ? null : renderThumbnail(name);
    if (!picture) throw new Failure("path_not_found");
    return reply
      .type("image/png")
      .header("cache-control", "public, max-age=86400")
      .header("x-content-type-options", "nosniff")
      .send(picture);
  });
}
