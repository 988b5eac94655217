/**
 * Common to operations that manage the caller's own objects: free, for people and programs, not for models.
 */
export const managing = {
  scope: "agents:write",
  effect: "write",
  price: 0,
  perSecond: 5,
  mcp: false,
} as const;

/** The same for read-only operations. */
export const viewing = { ...managing, scope: "agents:read", effect: "read" } as const;
