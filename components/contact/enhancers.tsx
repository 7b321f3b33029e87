'use client';

import { useEffect } from 'react';
import { checkFields } from '#components/enhancers/check-fields.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';

/** What JavaScript adds to the contact forms and the calculator; each works without it. */
export function ContactEnhancers() {
  useEffect(() => {
    const stop = new AbortController();
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    for (const enhance of [sendOnce, checkFields]) enhance(stop.signal);
    // Says that they listen, to whoever drives the page.
    document.documentElement.dataset.enhanced = '';
    return () => stop.abort();
  }, []);
  return null;
}
