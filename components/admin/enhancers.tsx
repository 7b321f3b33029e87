'use client';

import { saveAtOnce } from '#components/enhancers/save-at-once.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [saveAtOnce];

export function LeadEnhancers() {
  return useEnhancers(enhancers);
}
