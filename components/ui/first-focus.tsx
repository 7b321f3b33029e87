'use client';

import { useEffect } from 'react';

/** Gives the focus to what a page begins with (`data-focus`), such as what was refused. */
export function FirstFocus(): null {
  useEffect(() => {
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    // Tells browser tests that the page listens.
    document.documentElement.dataset.enhanced = '';
  }, []);
  return null;
}
