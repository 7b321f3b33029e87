'use client';

import { type ReactNode, useEffect, useRef } from 'react';

type Values = Record<string, string>;
type TypedStep = { typed: Values; begun: Values; sent: boolean };

type Props = {
  /** Page, with its draft if it has one: the key in the session storage. */
  page: string;
};

/**
 * Keeps what is typed in its form in the tab's session storage, until the next page shows that it
 * was saved. A reload or a lost connection then loses nothing. Without a form, only forgets what
 * was sent.
 */
export function PersistedStep({ page }: Props): ReactNode {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const key = `paso ${page}`;
    for (const storedKey of Object.keys(sessionStorage)) {
      if (storedKey.startsWith('paso ') && storedKey !== key && readStoredStep(storedKey)?.sent) {
        sessionStorage.removeItem(storedKey);
      }
    }
    const form = mark.current?.closest('form');
    if (!form) return;
    const stop = new AbortController();
    const { signal } = stop;
    const initialValues = valuesOf(form, { isDefault: true });
    const storedStep = readStoredStep(key);
    // If the server's answers have changed since, they win.
    if (storedStep && hasSameValues(storedStep.begun, initialValues))
      putBack(form, storedStep.typed);
    else sessionStorage.removeItem(key);
    const keep = ({ isSent }: { isSent: boolean }) => {
      const typed = valuesOf(form);
      if (!isSent && hasSameValues(typed, initialValues)) sessionStorage.removeItem(key);
      else
        sessionStorage.setItem(
          key,
          JSON.stringify({ typed, begun: initialValues, sent: isSent } satisfies TypedStep),
        );
    };
    form.addEventListener('input', () => keep({ isSent: false }), { signal });
    form.addEventListener('change', () => keep({ isSent: false }), { signal });
    // `Form` sends nothing without a connection.
    form.addEventListener('submit', () => keep({ isSent: navigator.onLine }), { signal });
    return () => stop.abort();
  }, [page]);
  return <div ref={mark} hidden />;
}

function readStoredStep(key: string): TypedStep | null {
  return JSON.parse(sessionStorage.getItem(key) ?? 'null');
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns all fields except files, hidden fields and passwords. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (part): part is Control =>
      (part instanceof HTMLInputElement && !/^(hidden|file|password|submit)$/.test(part.type)) ||
      part instanceof HTMLSelectElement ||
      part instanceof HTMLTextAreaElement,
  );
}

function isBox(part: Control): part is HTMLInputElement {
  return part.type === 'radio' || part.type === 'checkbox';
}

/**
 * Returns the values of the fields. With `isDefault`, returns the values that the server sent,
 * because a reload may restore others.
 */
function valuesOf(form: HTMLFormElement, { isDefault = false } = {}): Values {
  const values: Values = {};
  for (const part of controlsOf(form)) {
    if (!part.name) continue;
    if (isBox(part)) {
      if (isDefault ? part.defaultChecked : part.checked) values[part.name] = part.value;
    } else values[part.name] = isDefault ? defaultValueOf(part) : part.value;
  }
  return values;
}

function defaultValueOf(part: Control): string {
  if (!(part instanceof HTMLSelectElement)) return part.defaultValue;
  return (
    ([...part.options].find((option) => option.defaultSelected) ?? part.options[0])?.value ?? ''
  );
}

function putBack(form: HTMLFormElement, typed: Values): void {
  for (const part of controlsOf(form)) {
    if (isBox(part)) part.checked = typed[part.name] === part.value;
    else part.value = typed[part.name] ?? part.value;
    if (!isBox(part) && part.value) part.closest('details')?.setAttribute('open', '');
    // The comunas depend on the region, so the change must be announced.
    if (part instanceof HTMLSelectElement)
      part.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

function hasSameValues(first: Values, second: Values): boolean {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => first[name] === second[name]);
}
