'use client';

import { useEffect } from 'react';
import { checkFields } from '#components/enhancers/check-fields.ts';
import { lookUp } from '#components/enhancers/look-up.ts';
import { narrowComunas } from '#components/enhancers/narrow-comunas.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';
import { uploadEarly } from '#components/enhancers/upload-early.ts';

/** Renders nothing and owns no state: each enhancer listens to native forms. */
export function Enhancers() {
  useEffect(() => {
    const stop = new AbortController();
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    for (const enhance of [sendOnce, checkFields, narrowComunas, uploadEarly, lookUp])
      enhance(stop.signal);
    // Tells browser tests that the listeners are attached.
    document.documentElement.dataset.enhanced = '';
    return () => stop.abort();
  }, []);
  return null;
}
