/** Removes an offer after `data-vanishes` seconds, unless it is pointed at or has the focus. */
export function vanish(signal: AbortSignal): void {
  for (const offer of document.querySelectorAll<HTMLElement>('[data-vanishes]')) {
    const isInUse = () => offer.matches(':hover, :has(:focus)');
    const timer = setInterval(() => {
      left -= isInUse() ? 0 : 1;
      if (left > 0) return;
      clearInterval(timer);
      if (offer.matches(':focus')) document.querySelector<HTMLElement>('main')?.focus();
      offer.remove();
    }, 1000);
    let left = Number(offer.dataset.vanishes);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }
}
