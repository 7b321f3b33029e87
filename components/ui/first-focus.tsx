'use client';

import { useEffect } from 'react';

/** Focuses the first thing that matters (`data-focus`), such as what was refused. */
export function FirstFocus(): null {
  useEffect(() => {
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    // Browser tests wait for this mark.
    document.documentElement.dataset.enhanced = '';
  }, []);
  return null;
}
