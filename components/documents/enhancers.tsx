'use client';

import { useEnhancers } from '#components/enhancers/use-enhancers.ts';
import { vanish } from '#components/enhancers/vanish.ts';

const enhancers = [vanish];

export function DocumentEnhancers() {
  return useEnhancers(enhancers);
}
