/**
 * The library takes a Node that does not yet carry an LTS name for an unsupported one and says so on the console of
 * whoever starts the service. It is tested on the Node we run; its other remarks are kept.
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
