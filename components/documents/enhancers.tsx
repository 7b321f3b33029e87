'use client';

import { uploadDocuments } from '#components/enhancers/upload-documents.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';
import { vanish } from '#components/enhancers/vanish.ts';

const enhancers = [uploadDocuments, vanish];

export function DocumentEnhancers() {
  return useEnhancers(enhancers);
}
