import { useSyncExternalStore } from 'react';

let names: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Marks a field as changed since the server refused it. */
export function markCorrected(name: string): void {
  if (names.has(name)) return;
  names = new Set([...names, name]);
  for (const listener of listeners) listener();
}

/** Returns the fields that were changed since the page was loaded. */
export function useCorrectedFields(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => names,
    () => names,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
