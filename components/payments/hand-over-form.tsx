'use client';

import { type ReactNode, useEffect, useRef } from 'react';

type Props = { action: string; buyOrder: string; children: ReactNode };

/** Submits itself to Webpay once per tab, so that the back button does not submit it again. */
export function HandOverForm({ action, buyOrder, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const key = `enviado ${buyOrder}`;
    try {
      if (sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, '1');
    } catch {
      return;
    }
    HTMLFormElement.prototype.submit.call(form.current);
  }, [buyOrder]);
  return (
    <form ref={form} method="post" action={action}>
      {children}
    </form>
  );
}
