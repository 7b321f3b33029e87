import { useEffect, useRef } from 'react';

/** Interval (ms) of polling. An open page must show what others do within five seconds. */
const PAUSE_MS = 4000;
/**
 * Polls without any input of the user, for about an hour. Then polling ends, so that the session
 * can expire.
 */
const MAX_LOOKS = 900;

/** Polls a URL. `take` gets the data of each reply, or undefined if nothing changed. */
export function usePolling(addressOf: () => string, take: (data: never) => void): void {
  const latest = useRef({ addressOf, take });
  useEffect(() => {
    latest.current = { addressOf, take };
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let [looks, isUnderWay] = [0, false];
    const look = async () => {
      if (isUnderWay || looks >= MAX_LOOKS) return;
      looks += 1;
      isUnderWay = true;
      const options = { signal, cache: 'no-store' } as const;
      const reply = await fetch(latest.current.addressOf(), options).catch(() => null);
      // Polling ends when the session has expired or the lead is gone.
      if (reply && [401, 403, 404].includes(reply.status)) stop.abort();
      const { data } = reply?.status === 200 ? await reply.json().catch(() => ({})) : {};
      isUnderWay = false;
      if ((data || reply?.status === 204) && !signal.aborted) latest.current.take(data as never);
    };
    look();
    const timer = setInterval(look, PAUSE_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    document.addEventListener('visibilitychange', look, { signal });
    for (const hand of ['pointermove', 'keydown']) {
      document.addEventListener(hand, () => (looks = 0), { signal, passive: true });
    }
    return () => stop.abort();
  }, []);
}
