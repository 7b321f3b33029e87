import { useSyncExternalStore } from 'react';
import { useRenderCount } from '#components/ui/render-count.ts';

const noNames: ReadonlySet<string> = new Set();
let corrected = { drawn: 0, names: noNames };
const listeners = new Set<() => void>();

/**
 * Marks a field as changed since the server refused it. `drawn` is the rendering of the page that
 * showed the error.
 */
export function markCorrected(name: string, drawn: number): void {
  const names = drawn === corrected.drawn ? corrected.names : noNames;
  if (drawn < corrected.drawn || names.has(name)) return;
  corrected = { drawn, names: new Set([...names, name]) };
  for (const listener of listeners) listener();
}

/** Returns the fields that changed since the page was last loaded or rendered. */
export function useCorrectedFields(): ReadonlySet<string> {
  const { drawn, names } = useSyncExternalStore(
    subscribe,
    () => corrected,
    () => corrected,
  );
  return drawn === useRenderCount() ? names : noNames;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
