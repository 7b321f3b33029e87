'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';

/** Seconds between polls, ten minutes in total. */
const pauses = [3, 4, 6, 10, 15, 20, 30, 45, 60, 60, 60, 90, 120, 120];

/**
 * Refreshes the page every `every` seconds, by default more and more rarely for ten minutes. Says
 * when the server no longer answers, because the page then shows an old state.
 */
export function WatchState({ every }: { every?: number }) {
  const { refresh } = useRouter();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (times: number) => {
      // If the server is down, `refresh` would lead to the browser's error page.
      const reply = await fetch(location.href, { method: 'HEAD', signal }).catch(() => null);
      if (signal.aborted) return;
      setLost(!reply?.ok);
      if (reply?.ok) refresh();
      wait(times + 1);
    };
    const wait = (times: number) => {
      const seconds = every ?? pauses[times];
      if (seconds) timer = setTimeout(() => look(times), seconds * 1000);
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
