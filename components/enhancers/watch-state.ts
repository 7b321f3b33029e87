/** Seconds between looks: soon at first, then less and less, for about ten minutes. */
const pauses = [3, 4, 6, 10, 15, 20, 30, 45, 60, 60, 60, 90, 120, 120];

/** Reloads a page when its state (`data-watch`, what it shows now) has changed. */
export function watchState(signal: AbortSignal): void {
  const shown = document.querySelector<HTMLElement>('[data-watch]')?.dataset.watch;
  if (!shown) return;
  let timer: ReturnType<typeof setTimeout>;
  const look = async (times: number) => {
    const now = await stateThere(signal).catch(() => shown);
    if (signal.aborted) return;
    if (now !== shown) location.reload();
    else wait(times + 1);
  };
  const wait = (times: number) => {
    const seconds = pauses[times];
    if (seconds) timer = setTimeout(() => look(times), seconds * 1000);
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  wait(0);
}

async function stateThere(signal: AbortSignal): Promise<string | undefined> {
  const reply = await fetch(location.href, { signal, headers: { accept: 'text/html' } });
  if (!reply.ok) throw new Error(String(reply.status));
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  return page.querySelector<HTMLElement>('[data-watch]')?.dataset.watch;
}
