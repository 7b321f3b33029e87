'use client';

import { useEffect } from 'react';
import { checkFields } from '#components/enhancers/check-fields.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';

export function ContactEnhancers() {
  useEffect(() => {
    const stop = new AbortController();
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    for (const enhance of [sendOnce, checkFields]) enhance(stop.signal);
    // Tells browser tests that the listeners are attached.
    document.documentElement.dataset.enhanced = '';
    return () => stop.abort();
  }, []);
  return null;
}
