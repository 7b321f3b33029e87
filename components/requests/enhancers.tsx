'use client';

import { uploadEarly } from '#components/enhancers/upload-early.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [uploadEarly];

export function RequestEnhancers() {
  return useEnhancers(enhancers);
}
