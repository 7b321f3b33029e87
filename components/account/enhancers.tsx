'use client';

import { useEffect } from 'react';
import { checkFields } from '#components/enhancers/check-fields.ts';
import { countDown } from '#components/enhancers/count-down.ts';
import { keepTyped } from '#components/enhancers/keep-typed.ts';
import { narrowComunas } from '#components/enhancers/narrow-comunas.ts';
import { revealPassword } from '#components/enhancers/reveal-password.ts';
import { sendOnce } from '#components/enhancers/send-once.ts';

const enhancers = [sendOnce, checkFields, narrowComunas, revealPassword, countDown, keepTyped];

export function AccountEnhancers() {
  useEffect(() => {
    const stop = new AbortController();
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
    for (const enhance of enhancers) enhance(stop.signal);
    // Tells browser tests that the listeners are attached.
    document.documentElement.dataset.enhanced = '';
    return () => stop.abort();
  }, []);
  return null;
}
