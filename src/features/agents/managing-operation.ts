/** What operations that manage something of one's own have in common: free, for people and programs, not for models. */
export const managing = {
  scope: "agents:write",
  effect: "write",
  price: 0,
  perSecond: 5,
  mcp: false,
} as const;

/** The same for those that only look. */
export const viewing = { ...managing, scope: "agents:read", effect: "read" } as const;
