import { useSyncExternalStore } from 'react';
import { useRenderCount } from '#components/ui/render-count.ts';

const noNames: ReadonlySet<string> = new Set();
const noCorrections = { renderCount: 0, names: noNames };
let correctedFields = noCorrections;
const listeners = new Set<() => void>();

/**
 * Marks a field as changed since the server refused it. `renderCount` is the rendering of the page
 * that showed the error.
 */
export function markCorrected(name: string, renderCount: number): void {
  const names = renderCount === correctedFields.renderCount ? correctedFields.names : noNames;
  if (renderCount < correctedFields.renderCount || names.has(name)) return;
  correctedFields = { renderCount, names: new Set([...names, name]) };
  for (const listener of listeners) listener();
}

/** Returns the fields that changed since the page was last loaded or rendered. */
export function useCorrectedFields(): ReadonlySet<string> {
  const { renderCount, names } = useSyncExternalStore(
    subscribe,
    () => correctedFields,
    () => noCorrections,
  );
  return renderCount === useRenderCount() ? names : noNames;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
