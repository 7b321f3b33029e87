/** Returns how deeply objects and lists are nested. Stops after `maxDepth` + 1 levels. */
export function depthOf(value: unknown, maxDepth: number): number {
  if (typeof value !== 'object' || value === null || maxDepth < 0) return 0;
  let deepest = 0;
  for (const inner of Object.values(value))
    deepest = Math.max(deepest, depthOf(inner, maxDepth - 1));
  return 1 + deepest;
}
