import { useEffect } from 'react';

type Enhancer = (stop: AbortSignal) => void;

const running = new Set<Enhancer>();

/** Renders nothing: each enhancer listens to native forms, once however many parts of a page name it. */
export function useEnhancers(enhancers: readonly Enhancer[]): null {
  useEffect(() => {
    const stop = new AbortController();
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    const mine = enhancers.filter((enhance) => !running.has(enhance));
    for (const enhance of mine) {
      running.add(enhance);
      enhance(stop.signal);
    }
    // Tells browser tests that the listeners are attached.
    document.documentElement.dataset.enhanced = '';
    return () => {
      stop.abort();
      for (const enhance of mine) running.delete(enhance);
    };
  }, [enhancers]);
  return null;
}
