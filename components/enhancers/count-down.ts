/** `data-seconds` as the server knew them. Without scripts the server refuses too early a press. */
export function countDown(signal: AbortSignal): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-seconds]')) {
    const button = document.getElementById(line.dataset.holds ?? '');
    const number = line.querySelector('span');
    if (!(button instanceof HTMLButtonElement) || !number) continue;
    const until = Date.now() + Number(line.dataset.seconds) * 1000;
    const tick = () => {
      const left = Math.ceil((until - Date.now()) / 1000);
      button.disabled = left > 0;
      if (left > 0) number.textContent = String(left);
      else {
        clearInterval(timer);
        line.role = 'status';
        line.textContent = 'Ya puedes pedir otro código.';
      }
    };
    const timer = setInterval(tick, 250);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    tick();
  }
}
