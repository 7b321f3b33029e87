'use client';

import { copyText } from '#components/enhancers/copy-text.ts';
import { revealPassword } from '#components/enhancers/reveal-password.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';
import { tickAll } from '#components/enhancers/tick-all.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';
import { vanish } from '#components/enhancers/vanish.ts';

const enhancers = [sendOnce, revealPassword, copyText, tickAll, vanish];

export function LinkEnhancers() {
  return useEnhancers(enhancers);
}
