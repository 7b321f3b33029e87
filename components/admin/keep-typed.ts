/** Keeps typed text of `[data-keep-typed]` in the tab's storage until it is sent. */
export function keepTyped(signal: AbortSignal): void {
  const fields = document.querySelectorAll<Typed>('[data-keep-typed]');
  let isKept = true;
  if (location.search.includes('aviso=')) forgetSent();
  for (const field of fields) {
    const key = `${location.pathname} ${field.name}`;
    restore(field, key);
    const keep = (sent?: 1) => {
      const { value, defaultValue } = field;
      if (value === defaultValue) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify([value, defaultValue, sent]));
    };
    const type = () => {
      isKept = false;
      keep();
    };
    field.addEventListener('input', type, { signal });
    field.addEventListener('change', () => keep(), { signal });
    // Text typed after the form was submitted is not part of it, so it stays.
    field.form?.addEventListener('submit', () => field.form?.dataset.sending || keep(1), {
      signal,
    });
  }
  const leave = ({ type, target }: Event) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action')?.endsWith('/salir')) {
      sessionStorage.clear();
    }
    isKept ||= type === 'submit' || (target instanceof Element && target.closest('a') !== null);
  };
  document.addEventListener('click', leave, { signal });
  document.addEventListener('submit', leave, { signal });
  addEventListener('beforeunload', (event) => isKept || event.preventDefault(), { signal });
}

type Typed = HTMLTextAreaElement | HTMLInputElement;

/** Removes sent text of this page and of pages below it, once a notice reports success. */
function forgetSent(): void {
  for (const [key, kept] of Object.entries(sessionStorage)) {
    const [place, after] = [location.pathname, key[location.pathname.length]];
    const isHere = key.startsWith(place) && (after === ' ' || after === '/');
    if (isHere && JSON.parse(kept)[2]) sessionStorage.removeItem(key);
  }
}

/** Restores kept text. A template, which replaced the initial text `begun`, is appended to it. */
function restore(field: Typed, key: string): void {
  const [draft, begun] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  if (!draft) return;
  sessionStorage.setItem(key, JSON.stringify([draft, begun]));
  const { value, type } = field;
  const isOne = type !== 'textarea' || value === begun || draft.includes(value);
  field.value = isOne ? draft : `${draft}\n\n${value}`;
  field.closest('details')?.setAttribute('open', '');
}
