'use client';

import { copyText } from '#components/enhancers/copy-text.ts';
import { revealPassword } from '#components/enhancers/reveal-password.ts';
import { tickAll } from '#components/enhancers/tick-all.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';
import { vanish } from '#components/enhancers/vanish.ts';

const enhancers = [revealPassword, copyText, tickAll, vanish];

export function LinkEnhancers() {
  return useEnhancers(enhancers);
}
