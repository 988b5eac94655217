import type { FastifyInstance } from "fastify";
import { findCompany, renderMonogramPng } from "../../features/companies/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { Database } from "../../platform/db/index.ts";

const ID_SHAPE = /^[\w-]{1,40}$/;

/** The image behind `png_logo_path`. Public: it shows only the initials of a public name. */
export function mountLogos(server: FastifyInstance, db: Database): void {
  server.get<{ Params: { file: string } }>("/logos/:file", async (request, reply) => {
    const [id = "", ending] = request.params.file.split(".");
    const company = ending === "png" && ID_SHAPE.test(id) ? await findCompany(db, id) : undefined;
    if (!company) throw new Failure("company_not_found");
    return reply
      .type("image/png")
      .header("cache-control", "public, max-age=86400")
      .header("x-content-type-options", "nosniff")
      .send(renderMonogramPng(company.name));
  });
}
