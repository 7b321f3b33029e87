const PAUSE_MS = 45_000;
/** Stops after about an hour without input on the page, so that the session may end. */
const MOST_LOOKS = 80;

/** Tells how many leads came since the page was made (`data-arrivals`, the newest then). */
export function arrivals(signal: AbortSignal): void {
  const line = document.querySelector<HTMLElement>('[data-arrivals]');
  if (!line) return;
  let looks = 0;
  const look = async () => {
    if (document.hidden || looks >= MOST_LOOKS) return;
    looks += 1;
    const reply = await fetch(`/api/admin/arrivals?after=${line.dataset.arrivals}`, { signal });
    const { data } = reply.ok ? await reply.json() : {};
    const total = data?.total ?? 0;
    const text = total === 1 ? '1 solicitud nueva. ' : `${total} solicitudes nuevas. `;
    if (total === 0 || line.textContent?.startsWith(text)) return;
    const link = document.createElement('a');
    link.href = '/admin';
    link.textContent = 'Ver';
    line.replaceChildren(text, link);
  };
  const timer = setInterval(() => look().catch(() => undefined), PAUSE_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  const isHere = () => {
    looks = 0;
  };
  for (const hand of ['pointermove', 'keydown'])
    document.addEventListener(hand, isHere, { signal });
}
