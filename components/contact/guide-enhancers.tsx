'use client';

import { amountChecks } from '#components/enhancers/check-amounts.ts';
import { checkFieldsBy } from '#components/enhancers/check-fields.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [sendOnce, checkFieldsBy(amountChecks)];

export function GuideEnhancers() {
  return useEnhancers(enhancers);
}
