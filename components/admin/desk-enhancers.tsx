'use client';

import { amountChecks } from '#components/enhancers/check-amounts.ts';
import { checkFieldsBy } from '#components/enhancers/check-fields.ts';
import { keepTyped } from '#components/enhancers/keep-typed.ts';
import { resume } from '#components/enhancers/resume.ts';
import { shortcuts } from '#components/enhancers/shortcuts.ts';
import { tickAll } from '#components/enhancers/tick-all.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [checkFieldsBy(amountChecks), keepTyped, tickAll];
const drafts = [keepTyped];
const keys = [shortcuts, resume];

export function DeskEnhancers() {
  return useEnhancers(enhancers);
}

export function DeskDrafts() {
  return useEnhancers(drafts);
}

export function DeskKeys() {
  return useEnhancers(keys);
}
