/** A browser keeps so many unfinished flows of one kind. The next one ends the oldest. */
const MOST_FLOWS = 5;

/**
 * Names the cookie of one flow, since two tabs with a single cookie would end each other's. `id`
 * comes back with the flow, as a state or a challenge.
 */
export function flowCookie(kind: string, id: string): string {
  return `${kind}_${id.slice(0, 8)}`;
}

/** Returns the cookies that a new flow leaves no room for: browsers send the oldest first (RFC 6265, 5.4). */
export function surplusFlows(kind: string, names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(`${kind}_`)).slice(0, 1 - MOST_FLOWS);
}
