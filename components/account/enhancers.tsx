'use client';

import { countDown } from '#components/enhancers/count-down.ts';
import { narrowComunas } from '#components/enhancers/narrow-comunas.ts';
import { revealPassword } from '#components/enhancers/reveal-password.ts';
import { useEnhancers } from '#components/enhancers/use-enhancers.ts';
import { usePasskeys } from '#components/enhancers/use-passkeys.ts';

const enhancers = [usePasskeys, narrowComunas, revealPassword, countDown];

export function AccountEnhancers() {
  return useEnhancers(enhancers);
}
