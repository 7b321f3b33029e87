'use client';

import { copyText } from '#components/enhancers/copy-text.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';
import { tickAll } from '#components/enhancers/tick-all.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';
import { vanish } from '#components/enhancers/vanish.ts';

const enhancers = [sendOnce, copyText, tickAll, vanish];

export function LinkEnhancers() {
  return useEnhancers(enhancers);
}
