/** By keyboard only once the field is left: arrows pass by other choices. `data-asks` waits. */
export function saveAtOnce(signal: AbortSignal): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-saves]')) {
    const [select, button] = [part.querySelector('select'), part.querySelector('button')];
    const more = part.querySelector('details');
    if (!select || !button) continue;
    const saved = select.value;
    const save = () => {
      if (select.value !== saved && !more?.open) select.form?.requestSubmit(button);
    };
    const label = button.textContent;
    const asks = () => more && select.value === part.dataset.asks;
    const show = () => {
      button.hidden = !more?.open;
      button.textContent = (asks() && button.dataset.asked) || label;
    };
    show();
    more?.addEventListener('toggle', show, { signal });
    select.addEventListener('blur', save, { signal });
    select.addEventListener(
      'change',
      () => {
        show();
        if (more && asks()) {
          more.open = true;
          if (!select.matches(':focus-visible')) more.querySelector('textarea')?.focus();
        } else if (!select.matches(':focus-visible')) {
          save();
        }
      },
      { signal },
    );
  }
}
