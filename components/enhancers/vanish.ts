/**
 * Takes away, after its seconds (`data-vanishes`), an offer that is soon gone. While it is pointed
 * at or has the focus it stays: nobody is to lose what they are reaching for.
 */
export function vanish(signal: AbortSignal): void {
  for (const offer of document.querySelectorAll<HTMLElement>('[data-vanishes]')) {
    const isInUse = () => offer.matches(':hover, :focus-within');
    const timer = setInterval(() => {
      left -= isInUse() ? 0 : 1;
      if (left <= 0) offer.remove();
      if (left <= 0) clearInterval(timer);
    }, 1000);
    let left = Number(offer.dataset.vanishes);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }
}
