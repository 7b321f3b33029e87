/**
 * A choice is saved as it is made, with the button beside it (`data-saves`), which goes out of sight; by
 * keyboard once the field is left, as arrows pass by other choices. Where more is to be written first
 * (`data-asks`, the choice that asks for it) the button stays.
 */
export function saveAtOnce(signal: AbortSignal): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-saves]')) {
    const [select, button] = [part.querySelector('select'), part.querySelector('button')];
    const more = part.querySelector('details');
    if (!select || !button) continue;
    const saved = select.value;
    const save = () => {
      if (select.value !== saved && !more?.open) select.form?.requestSubmit(button);
    };
    const show = () => {
      button.hidden = !more?.open;
    };
    show();
    more?.addEventListener('toggle', show, { signal });
    select.addEventListener('blur', save, { signal });
    select.addEventListener(
      'change',
      () => {
        if (more && select.value === part.dataset.asks) more.open = true;
        else if (!select.matches(':focus-visible')) save();
      },
      { signal },
    );
  }
}
