'use client';

import { saveAtOnce } from '#components/enhancers/save-at-once.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [saveAtOnce];

/** What the page of a lead has beside what every member's page has. */
export function LeadEnhancers() {
  return useEnhancers(enhancers);
}
