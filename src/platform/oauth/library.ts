/**
 * The library considers a Node without an LTS name unsupported and prints a warning at every start. We test it on the
 * Node we run; its other warnings are kept.
 */
const { warn } = console;
console.warn = (text: unknown, ...more: unknown[]) => {
  if (!String(text).includes("Unsupported runtime")) warn(text, ...more);
};
const library = await import("oidc-provider").finally(() => {
  console.warn = warn;
});

export const Provider = library.default;
export const { errors, interactionPolicy } = library;
