import { useEffect } from 'react';

type Enhancer = (stop: AbortSignal) => void;

/** Renders nothing and owns no state: each enhancer listens to native forms. */
export function useEnhancers(enhancers: readonly Enhancer[]): null {
  useEffect(() => {
    const stop = new AbortController();
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    for (const enhance of enhancers) enhance(stop.signal);
    // Tells browser tests that the listeners are attached.
    document.documentElement.dataset.enhanced = '';
    return () => stop.abort();
  }, [enhancers]);
  return null;
}
