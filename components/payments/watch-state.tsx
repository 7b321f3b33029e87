'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';

/** Seconds between the polls, together ten minutes. */
const pauses = [3, 4, 6, 10, 15, 20, 30, 45, 60, 60, 60, 90, 120, 120];

/**
 * Refreshes the page every `every` seconds or, by default, at growing intervals for ten minutes. If
 * the server stops answering, says so, because the page is then outdated.
 */
export function WatchState({ every }: { every?: number }) {
  const { refresh } = useRouter();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async (times: number) => {
      // While the server is down, `refresh` would lead to the browser's error page.
      const response = await fetch(location.href, { method: 'HEAD', signal }).catch(() => null);
      if (signal.aborted) return;
      setLost(!response?.ok);
      if (response?.ok) refresh();
      wait(times + 1);
    };
    const wait = (times: number) => {
      const seconds = every ?? pauses[times];
      if (seconds) timer = setTimeout(() => poll(times), seconds * 1000);
    };
    wait(0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [refresh, every]);
  return (
    <p role="status" className="mt-2 font-semibold text-danger empty:hidden">
      {isLost && 'El servicio no responde: esto es lo último que se supo.'}
    </p>
  );
}
