'use client';

import { narrowComunas } from '#components/enhancers/narrow-comunas.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';

const enhancers = [narrowComunas];

export function Enhancers() {
  return useEnhancers(enhancers);
}
