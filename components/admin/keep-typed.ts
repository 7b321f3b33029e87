/** Keeps typed text of `[data-keep-typed]` in the tab's storage until it is sent. */
export function keepTyped(signal: AbortSignal): void {
  let isKept = true;
  if (location.search.includes('aviso=')) forgetSent();
  for (const field of document.querySelectorAll<Typed>(kept)) restore(field);
  const keep = (field: Typed, sent?: 1) => {
    const { value, defaultValue } = field;
    if (value === defaultValue) sessionStorage.removeItem(keyOf(field));
    else sessionStorage.setItem(keyOf(field), JSON.stringify([value, defaultValue, sent]));
  };
  const type = ({ target, type }: Event) => {
    if (!(target instanceof Element && target.matches(kept))) return;
    isKept = type === 'change' && isKept;
    keep(target as Typed);
  };
  const send = ({ target }: Event) => {
    // Text typed after the form was submitted is not part of it, so it stays.
    if (!(target instanceof HTMLFormElement) || target.dataset.sending) return;
    for (const field of document.querySelectorAll<Typed>(kept)) {
      if (field.form === target) keep(field, 1);
    }
  };
  const leave = ({ type, target }: Event) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action')?.endsWith('/salir')) {
      sessionStorage.clear();
    }
    isKept ||= type === 'submit' || (target instanceof Element && target.closest('a') !== null);
  };
  // Fields come and go as the page changes in place, so the document listens.
  document.addEventListener('input', type, { signal });
  document.addEventListener('change', type, { signal });
  document.addEventListener('submit', send, { signal, capture: true });
  document.addEventListener('click', leave, { signal });
  document.addEventListener('submit', leave, { signal });
  document.addEventListener('drawn', forgetSent, { signal });
  addEventListener('beforeunload', (event) => isKept || event.preventDefault(), { signal });
}

const kept = '[data-keep-typed]';
const keyOf = ({ name }: Typed) => `${location.pathname} ${name}`;

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
function restore(field: Typed): void {
  const key = keyOf(field);
  const [draft, begun] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  if (!draft) return;
  sessionStorage.setItem(key, JSON.stringify([draft, begun]));
  const { value, type } = field;
  const isOne = type !== 'textarea' || value === begun || draft.includes(value);
  field.value = isOne ? draft : `${draft}\n\n${value}`;
  field.closest('details')?.setAttribute('open', '');
}
