'use client';

import { amountChecks } from '#components/enhancers/check-amounts.ts';
import { checkFieldsBy } from '#components/enhancers/check-fields.ts';
import { copyText } from '#components/enhancers/copy-text.ts';
import { checkDate, pickDates } from '#components/enhancers/pick-dates.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [checkFieldsBy({ ...amountChecks, date: checkDate }), pickDates, copyText];

export function IssuedEnhancers() {
  return useEnhancers(enhancers);
}
