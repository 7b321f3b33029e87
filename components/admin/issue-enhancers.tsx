'use client';

import { checkFieldsBy } from '#components/enhancers/check-fields.ts';
import { checkDate, pickDates } from '#components/enhancers/pick-dates.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';
import { shortcuts } from '#components/enhancers/shortcuts.ts';
import { sayChosen } from '#components/enhancers/upload-status.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [sendOnce, checkFieldsBy({ date: checkDate }), pickDates, sayFiles, shortcuts];

/** Of the form of a record, in place of those of the desk. */
export function IssueEnhancers() {
  return useEnhancers(enhancers);
}

function sayFiles(signal: AbortSignal): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]')) {
    sayChosen(input, signal);
  }
}
