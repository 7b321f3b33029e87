'use client';

import { useEffect } from 'react';
import { submitNow } from '#components/enhancers/submit-now.ts';
import { watchState } from '#components/enhancers/watch-state.ts';

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
