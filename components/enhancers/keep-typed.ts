/**
 * What is typed stays with its page (`data-keep-typed`) while the tab is open, until it is sent: another
 * press brings it again, before what a template says. The browser asks before what ends the tab.
 */
export function keepTyped(signal: AbortSignal): void {
  const fields = document.querySelectorAll<Typed>('[data-keep-typed]');
  let isKept = true;
  for (const field of fields) {
    const key = `${location.pathname} ${field.name}`;
    restore(field, key);
    const keep = (sent?: 1) => {
      const { value, defaultValue } = field;
      if (value === defaultValue) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify([value, defaultValue, sent]));
    };
    field.addEventListener(
      'input',
      () => {
        isKept = false;
        keep();
      },
      { signal },
    );
    field.form?.addEventListener('submit', () => keep(1), { signal });
  }
  const leave = ({ type, target }: Event) => {
    if (target instanceof HTMLFormElement && target.action.endsWith('/salir')) {
      sessionStorage.clear();
    }
    isKept ||= type === 'submit' || (target instanceof Element && target.closest('a') !== null);
  };
  document.addEventListener('click', leave, { signal });
  document.addEventListener('submit', leave, { signal });
  addEventListener('beforeunload', (event) => isKept || event.preventDefault(), { signal });
}

type Typed = HTMLTextAreaElement | HTMLInputElement;

/** `begun`: what the field began with; a page that says what was done did it to what was sent. */
function restore(field: Typed, key: string): void {
  const [draft, begun, sent] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  if (sent && location.search.includes('aviso=')) sessionStorage.removeItem(key);
  else if (draft) {
    const { value } = field;
    field.value = value === begun || draft.includes(value) ? draft : `${draft}\n\n${value}`;
  }
}
