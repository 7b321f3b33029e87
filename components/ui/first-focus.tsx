'use client';

import { useEffect } from 'react';

/** Focuses the first element with `data-focus`, such as an error summary. */
export function FirstFocus(): null {
  useEffect(() => {
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    // Browser tests wait for this attribute.
    document.documentElement.dataset.enhanced = '';
  }, []);
  return null;
}
