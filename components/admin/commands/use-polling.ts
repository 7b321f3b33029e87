import { useEffect, useRef } from 'react';

/** Interval (ms) of polling. An open page must show what others do within five seconds. */
const PAUSE_MS = 4000;
/**
 * Number of polls without any input of the user. They take about an hour; after them polling ends,
 * so that the session can expire.
 */
const MAX_POLLS = 900;

/** Polls a URL. `onData` gets the data of each reply, or undefined if nothing changed. */
export function usePolling(urlOf: () => string, onData: (data: never) => void): void {
  const latest = useRef({ urlOf, onData });
  useEffect(() => {
    latest.current = { urlOf, onData };
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let [pollCount, isUnderWay] = [0, false];
    const poll = async () => {
      if (isUnderWay || pollCount >= MAX_POLLS) return;
      pollCount += 1;
      isUnderWay = true;
      const options = { signal, cache: 'no-store' } as const;
      const response = await fetch(latest.current.urlOf(), options).catch(() => null);
      // Polling ends when the session has expired or the lead is gone.
      if (response && [401, 403, 404].includes(response.status)) stop.abort();
      const { data } = response?.status === 200 ? await response.json().catch(() => ({})) : {};
      isUnderWay = false;
      if ((data || response?.status === 204) && !signal.aborted)
        latest.current.onData(data as never);
    };
    void poll();
    const timer = setInterval(poll, PAUSE_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    document.addEventListener('visibilitychange', poll, { signal });
    for (const eventName of ['pointermove', 'keydown']) {
      document.addEventListener(eventName, () => (pollCount = 0), { signal, passive: true });
    }
    return () => stop.abort();
  }, []);
}
