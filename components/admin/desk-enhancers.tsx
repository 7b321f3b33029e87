'use client';

import { checkFields } from '#components/enhancers/check-fields.ts';
import { keepTyped } from '#components/enhancers/keep-typed.ts';
import { palette } from '#components/enhancers/palette.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';
import { shortcuts } from '#components/enhancers/shortcuts.ts';
import { tickAll } from '#components/enhancers/tick-all.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [sendOnce, checkFields, keepTyped, tickAll];
const keys = [shortcuts, palette];

export function DeskEnhancers() {
  return useEnhancers(enhancers);
}

/** On every page of the team. */
export function DeskKeys() {
  return useEnhancers(keys);
}
