'use client';

import { checkFields } from '#components/enhancers/check-fields.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [sendOnce, checkFields];

export function ContactEnhancers() {
  return useEnhancers(enhancers);
}
