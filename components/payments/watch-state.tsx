'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Seconds between looks: soon at first, then less and less, for about ten minutes. */
const pauses = [3, 4, 6, 10, 15, 20, 30, 45, 60, 60, 60, 90, 120, 120];

/** Draws the page anew until its payment has ended: drawn without this, it stops. */
export function WatchState(): null {
  const { refresh } = useRouter();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (times: number) => {
      // Next leaves for the browser's error page when it finds no server: that is seen before.
      const reply = await fetch(location.href, { method: 'HEAD', signal }).catch(() => null);
      if (signal.aborted) return;
      if (reply?.ok) refresh();
      wait(times + 1);
    };
    const wait = (times: number) => {
      const seconds = pauses[times];
      if (seconds) timer = setTimeout(() => look(times), seconds * 1000);
    };
    wait(0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [refresh]);
  return null;
}
