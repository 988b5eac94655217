import { createServer } from "node:net";
import { expect, it } from "vitest";
import { findPort, requirePort } from "./require-port.ts";

const host = "127.0.0.1";

/** Listens until the returned function is called; fails when someone else does. */
async function listen(port: number): Promise<() => Promise<void>> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}

it("finds a port that is free once it is found, and stays free when it is required", async () => {
  const port = await findPort({ host, port: 0 });
  expect(port).toBeGreaterThan(0);
  await requirePort({ host, port });
  await (await listen(port))();
});

it("keeps the port that is asked for, and refuses one in use in plain words", async () => {
  const port = await findPort({ host, port: 0 });
  const close = await listen(port);
  expect(await findPort({ host, port })).toBe(port);
  await expect(requirePort({ host, port })).rejects.toThrow(
    `Port ${port} is in use. Choose another with --port, or stop the program that uses it.`,
  );
  await close();
});
