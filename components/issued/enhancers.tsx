'use client';

import { copyText } from '#components/enhancers/copy-text.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [copyText];

export function IssuedEnhancers() {
  return useEnhancers(enhancers);
}
