'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Seconds between polls, ten minutes in total. */
const pauses = [3, 4, 6, 10, 15, 20, 30, 45, 60, 60, 60, 90, 120, 120];

/** Refreshes the page until the payment has ended and the page no longer has this component. */
export function WatchState(): null {
  const { refresh } = useRouter();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (times: number) => {
      // If the server is down, `refresh` would lead to the browser's error page.
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
