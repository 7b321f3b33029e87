'use client';

import { submitNow } from '#components/enhancers/submit-now.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [submitNow];

export function PaymentEnhancers() {
  return useEnhancers(enhancers);
}
