import { useEffect, useRef } from 'react';

/** Milliseconds between looks. An open page has to show what others do within five seconds. */
const PAUSE_MS = 4000;
/** Number of looks without a touch of the page, about an hour, so that the session may end. */
const MAX_LOOKS = 900;

/** Asks an address again and again. `take` gets the data of each reply, undefined without news. */
export function useLooks(addressOf: () => string, take: (data: never) => void): void {
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
      // Polling ends without a session or the lead.
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
