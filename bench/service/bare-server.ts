/** The baseline: the same framework in the same process layout, sending the same bytes and doing nothing else. */
import Fastify from "fastify";

const body = process.argv[2] ?? "{}";
const headers = JSON.parse(process.argv[3] ?? "{}") as Record<string, string>;
const server = Fastify({ logger: false });
server.post("/", (_request, reply) => reply.headers(headers).send(body));
await server.listen({ host: "127.0.0.1", port: 0 });
const address = server.server.address();
if (address && typeof address === "object") console.log(`http://127.0.0.1:${address.port}/`);
