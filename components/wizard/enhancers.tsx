'use client';

import { useEffect } from 'react';
import { checkFields } from '#components/enhancers/check-fields.ts';
import { lookUp } from '#components/enhancers/look-up.ts';
import { narrowComunas } from '#components/enhancers/narrow-comunas.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';
import { uploadEarly } from '#components/enhancers/upload-early.ts';

/**
 * What JavaScript adds to pages that work without it. It renders nothing and owns no state of the
 * page: each enhancer listens to native forms that the server drew.
 */
export function Enhancers() {
  useEffect(() => {
    const stop = new AbortController();
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    for (const enhance of [sendOnce, checkFields, narrowComunas, uploadEarly, lookUp])
      enhance(stop.signal);
    // Says that they listen, to whoever drives the page.
    document.documentElement.dataset.enhanced = '';
    return () => stop.abort();
  }, []);
  return null;
}
