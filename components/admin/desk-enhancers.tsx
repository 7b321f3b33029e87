'use client';

import { copyText } from '#components/enhancers/copy-text.ts';
import { keepTyped } from '#components/enhancers/keep-typed.ts';
import { resume } from '#components/enhancers/resume.ts';
import { shortcuts } from '#components/enhancers/shortcuts.ts';
import { tickAll } from '#components/enhancers/tick-all.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [keepTyped, tickAll, copyText, shortcuts, resume];

/** The layout of the desk draws it once for all of its pages. */
export function DeskEnhancers() {
  return useEnhancers(enhancers);
}
