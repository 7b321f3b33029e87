'use client';

import { useEffect } from 'react';
import { copyText } from '#components/enhancers/copy-text.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';
import { uploadDocuments } from '#components/enhancers/upload-documents.ts';
import { vanish } from '#components/enhancers/vanish.ts';

/** `uploadDocuments` first: what it sends itself, `sendOnce` leaves alone. */
const enhancers = [uploadDocuments, sendOnce, copyText, vanish];

export function DocumentEnhancers() {
  useEffect(() => {
    const stop = new AbortController();
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    for (const enhance of enhancers) enhance(stop.signal);
    // Tells browser tests that the listeners are attached.
    document.documentElement.dataset.enhanced = '';
    return () => stop.abort();
  }, []);
  return null;
}
