'use client';

import { sendOnce } from '#components/enhancers/send-once.ts';
import { submitNow } from '#components/enhancers/submit-now.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';
import { watchState } from '#components/enhancers/watch-state.ts';

const enhancers = [sendOnce, submitNow, watchState];

export function PaymentEnhancers() {
  return useEnhancers(enhancers);
}
