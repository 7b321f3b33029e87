'use client';

import { submitNow } from '#components/enhancers/submit-now.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';
import { watchState } from '#components/enhancers/watch-state.ts';

const enhancers = [submitNow, watchState];

export function PaymentEnhancers() {
  return useEnhancers(enhancers);
}
