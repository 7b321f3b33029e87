/** Shows and hides what was typed; a form that leaves is hidden again, so that nothing remembers it. */
export function revealPassword(signal: AbortSignal): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-reveals]');
      if (button) set(button, inputOf(button)?.type === 'password');
    },
    { signal },
  );
  document.addEventListener(
    'submit',
    () => {
      for (const button of document.querySelectorAll<HTMLElement>('[data-reveals]')) {
        set(button, false);
      }
    },
    { signal, capture: true },
  );
}

function set(button: HTMLElement, shown: boolean): void {
  const input = inputOf(button);
  if (input) input.type = shown ? 'text' : 'password';
  const word = button.querySelector('span');
  if (word) word.textContent = shown ? 'Ocultar' : 'Mostrar';
}

function inputOf(button: HTMLElement): HTMLInputElement | null {
  const input = document.getElementById(button.dataset.reveals ?? '');
  return input instanceof HTMLInputElement ? input : null;
}
