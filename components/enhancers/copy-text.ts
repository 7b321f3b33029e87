/** Buttons that copy what a field holds (`data-copies` is its id); without scripts there are none. */
export function copyText(signal: AbortSignal): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    const field = document.getElementById(button.dataset.copies ?? '');
    const said = document.createElement('span');
    said.role = 'status';
    said.className = 'text-sm font-semibold text-success empty:hidden';
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    button.hidden = false;
    button.after(said);
    button.addEventListener(
      'click',
      async () => {
        field.select();
        // Older browsers, and pages without TLS, have no clipboard: what is selected can be copied.
        const copied = await navigator.clipboard?.writeText(field.value).then(
          () => true,
          () => false,
        );
        said.textContent = copied ? 'Copiado.' : 'Cópialo con el menú o con Ctrl + C.';
      },
      { signal },
    );
  }
}
