'use client';

import { useEffect, useState } from 'react';

const PAUSE_MS = 45_000;
/** Number of polls without user activity, about an hour, so that the session can expire. */
const MOST_LOOKS = 80;

/** Shows how many leads arrived after `after`, the newest one of the page. */
export function Arrivals({ after }: { after: number }) {
  const [total, setTotal] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let looks = 0;
    const look = async () => {
      if (document.hidden || looks >= MOST_LOOKS) return;
      looks += 1;
      const reply = await fetch(`/api/admin/arrivals?after=${after}`, { signal });
      if (reply.ok) setTotal((await reply.json()).data.total);
    };
    const timer = setInterval(() => look().catch(() => undefined), PAUSE_MS);
    for (const hand of ['pointermove', 'keydown']) {
      document.addEventListener(hand, () => (looks = 0), { signal, passive: true });
    }
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [after]);
  return (
    <p
      role="status"
      data-arrivals={after}
      className="mb-3 w-fit rounded-full bg-brand-tint px-4 py-1.5 text-sm empty:hidden"
    >
      {total > 0 && (
        <>
          {total === 1 ? '1 solicitud nueva. ' : `${total} solicitudes nuevas. `}
          <a href="/admin">Ver</a>
        </>
      )}
    </p>
  );
}
