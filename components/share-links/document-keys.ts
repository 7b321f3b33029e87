'use client';

import { useEffect } from 'react';

/** Opens the neighbouring document with the arrow keys, by the links that the page has. */
export function DocumentKeys() {
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const step = arrowStep(event);
      if (step === 0) return;
      document.querySelector<HTMLAnchorElement>(`a[rel=${step < 0 ? 'prev' : 'next'}]`)?.click();
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return null;
}

/**
 * Returns -1 for ArrowLeft, 1 for ArrowRight and 0 for any other key, and also for an arrow that
 * moves something else: the cursor of a field, a box that scrolls sideways, or the browser itself.
 */
export function arrowStep(event: KeyboardEvent): number {
  const { key, target, defaultPrevented } = event;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  if (defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return 0;
  if (!(target instanceof HTMLElement) || target.matches('input, select, textarea')) return 0;
  return target.scrollWidth > target.clientWidth && target.matches('section') ? 0 : step;
}
