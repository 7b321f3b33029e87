'use client';

import { amountChecks } from '#components/enhancers/check-amounts.ts';
import { checkFieldsBy } from '#components/enhancers/check-fields.ts';
import { computeShare } from '#components/enhancers/compute-share.ts';
import { narrowComunas } from '#components/enhancers/narrow-comunas.ts';
import { checkDate, pickDates } from '#components/enhancers/pick-dates.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [
  checkFieldsBy({ ...amountChecks, date: checkDate }),
  computeShare,
  pickDates,
  narrowComunas,
];

export function Enhancers() {
  return useEnhancers(enhancers);
}
