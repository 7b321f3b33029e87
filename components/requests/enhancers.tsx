'use client';

import { sendOnce } from '#components/enhancers/send-once.ts';
import { uploadEarly } from '#components/enhancers/upload-early.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [sendOnce, uploadEarly];

export function RequestEnhancers() {
  return useEnhancers(enhancers);
}
