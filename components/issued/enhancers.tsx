'use client';

import { amountChecks } from '#components/enhancers/check-amounts.ts';
import { checkFieldsBy } from '#components/enhancers/check-fields.ts';
import { copyText } from '#components/enhancers/copy-text.ts';
import { checkDate, pickDates } from '#components/enhancers/pick-dates.ts';
import { sayChosen } from '#components/enhancers/upload-status.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [
  checkFieldsBy({ ...amountChecks, date: checkDate }),
  pickDates,
  copyText,
  sayFile,
];

export function IssuedEnhancers() {
  return useEnhancers(enhancers);
}

function sayFile(signal: AbortSignal): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) sayChosen(input, signal);
}
