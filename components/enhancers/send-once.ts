/** A second click on a form that is on its way sends nothing. The server would not repeat it either. */
export function sendOnce(signal: AbortSignal): void {
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !('once' in form.dataset)) return;
      if (form.dataset.sending) event.preventDefault();
      else if (!event.defaultPrevented) setSending(form, true);
    },
    { signal },
  );
  // The back button may show the page as it was left: let it send again.
  addEventListener(
    'pageshow',
    () => {
      for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sending]')) {
        setSending(form, false);
      }
    },
    { signal },
  );
}

function setSending(form: HTMLFormElement, sending: boolean): void {
  if (sending) form.dataset.sending = 'true';
  else delete form.dataset.sending;
  for (const part of form.elements) {
    if (part instanceof HTMLButtonElement) part.setAttribute('aria-disabled', String(sending));
  }
}
