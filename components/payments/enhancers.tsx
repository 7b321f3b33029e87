'use client';

import { useEffect } from 'react';
import { submitNow } from '#components/enhancers/submit-now.ts';
import { watchState } from '#components/enhancers/watch-state.ts';

/** What JavaScript adds to the pages of payments; each works without it. */
export function PaymentEnhancers() {
  useEffect(() => {
    const stop = new AbortController();
    submitNow(stop.signal);
    watchState(stop.signal);
    document.documentElement.dataset.enhanced = '';
    return () => stop.abort();
  }, []);
  return null;
}
