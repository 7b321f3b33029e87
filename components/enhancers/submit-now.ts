/** Sends a form that hands over to another site (`data-submit-now`, a name for it) once per tab. */
export function submitNow(_signal: AbortSignal): void {
  const form = document.querySelector<HTMLFormElement>('form[data-submit-now]');
  if (!form) return;
  const key = `enviado ${form.dataset.submitNow}`;
  try {
    if (sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, '1');
  } catch {
    return;
  }
  HTMLFormElement.prototype.submit.call(form);
}
