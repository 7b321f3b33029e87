/** A link or a closed tab does not lose what was typed and not sent: the browser asks first. */
export function keepTyped(signal: AbortSignal): void {
  let staysHere = false;
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      staysHere = link !== null && /^(mailto|tel):/.test(link.href);
    },
    { signal },
  );
  addEventListener(
    'beforeunload',
    (event) => {
      const fields = document.querySelectorAll<HTMLTextAreaElement>('textarea[data-keep-typed]');
      const isTyped = [...fields].some(({ value, form }) => value.trim() && !form?.dataset.sending);
      if (isTyped && !staysHere) event.preventDefault();
    },
    { signal },
  );
}
