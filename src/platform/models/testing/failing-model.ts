/** A model process for tests: what a text says, it does; any other it returns. */
process.on("disconnect", () => process.exit(0));
process.on("message", ({ id, input }: { id: number; input: unknown }) => {
  if (input === "hang") return;
  if (input === "exit") process.exit(3);
  process.send?.({ id, output: input === "pid" ? process.pid : input });
});
