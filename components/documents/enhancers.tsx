'use client';

import { sendOnce } from '#components/enhancers/send-once.ts';
import { uploadDocuments } from '#components/enhancers/upload-documents.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';
import { vanish } from '#components/enhancers/vanish.ts';

/** `uploadDocuments` first: what it sends itself, `sendOnce` leaves alone. */
const enhancers = [uploadDocuments, sendOnce, vanish];

export function DocumentEnhancers() {
  return useEnhancers(enhancers);
}
