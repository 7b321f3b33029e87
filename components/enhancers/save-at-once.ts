/** Saves a select when it changes. `data-saves`: the stored value. By keyboard only with Enter or the button, as arrows pass other choices. `data-asks`: a choice that needs a reason first. */
export function saveAtOnce(signal: AbortSignal): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-saves]')) {
    const [select, button] = [part.querySelector('select'), part.querySelector('button')];
    const more = part.querySelector('details');
    if (!select || !button) continue;
    const saved = part.dataset.saves;
    const save = () => {
      if (select.value !== saved && !more?.open) select.form?.requestSubmit(button);
    };
    const label = button.textContent;
    const asks = () => more && select.value === part.dataset.asks;
    const show = () => {
      button.hidden = !more?.open && select.value === saved;
      button.textContent = (asks() && button.dataset.asked) || label;
    };
    // Chosen before the script came.
    if (more && asks() && select.value !== saved) more.open = true;
    show();
    more?.addEventListener('toggle', show, { signal });
    const enter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'Enter' && !ctrlKey && !metaKey) save();
    };
    select.addEventListener('keydown', enter, { signal });
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
