'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Takes the focus and disappears after ten seconds, unless the pointer or the focus is in it. */
export function TemporaryNotice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [secondsLeft, setSecondsLeft] = useState(10);
  const isGone = secondsLeft <= 0;
  useEffect(() => {
    if (isGone) return;
    const timer = setInterval(() => {
      if (!box.current?.matches(':hover, :has(:focus)')) setSecondsLeft((seconds) => seconds - 1);
    }, 1000);
    return () => {
      clearInterval(timer);
      // The focused box disappears, so the focus moves to the page.
      if (box.current?.matches(':focus')) document.querySelector('main')?.focus();
    };
  }, [isGone]);
  if (isGone) return null;
  return (
    <div ref={box} className="mb-6" data-focus="" tabIndex={-1}>
      {children}
    </div>
  );
}
