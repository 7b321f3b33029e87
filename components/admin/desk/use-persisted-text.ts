import { useEffect } from 'react';
import { useRenderCount } from '#components/ui/render-count.ts';

/** Keeps what is typed in `[data-keep-typed]` in the tab's session storage until it is sent. */
export function usePersistedText(): void {
  const renderCount = useRenderCount();
  useEffect(() => {
    const stop = new AbortController();
    forgetSent();
    persistTypedText(stop.signal);
    return () => stop.abort();
  }, []);
  useEffect(() => {
    if (renderCount > 0) forgetSent();
  }, [renderCount]);
}

function persistTypedText(signal: AbortSignal): void {
  let isKept = true;
  for (const field of document.querySelectorAll<TextControl>(selector)) restore(field);
  const type = ({ target }: Event) => {
    if (!(target instanceof Element && target.matches(selector))) return;
    isKept = false;
    keep(target as TextControl);
  };
  const tidy = ({ target }: Event) => {
    if (!(target instanceof Element && target.matches(selector))) return;
    // The event also fires when a field loses the focus or is replaced after it was sent.
    const [draft, , isSent] = keptOf(target as TextControl);
    if (draft !== undefined) keep(target as TextControl, isSent);
  };
  const send = ({ target }: Event) => {
    // Text typed after the form was submitted is not part of it, so it is kept.
    if (!(target instanceof HTMLFormElement) || target.dataset.sending) return;
    for (const field of document.querySelectorAll<TextControl>(selector)) {
      const isSent = field.form === target || field.form?.dataset.sending;
      // Text that another form failed to send is a draft again.
      if (isSent || keptOf(field)[2]) keep(field, isSent ? 1 : undefined);
    }
  };
  const leave = ({ type, target }: Event) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action')?.endsWith('/salir')) {
      sessionStorage.clear();
    }
    isKept ||= type === 'submit' || (target instanceof Element && target.closest('a') !== null);
  };
  // Fields appear and disappear as the page updates in place, so the document listens.
  document.addEventListener('input', type, { signal });
  document.addEventListener('change', tidy, { signal });
  document.addEventListener('submit', send, { signal, capture: true });
  document.addEventListener('click', leave, { signal });
  document.addEventListener('submit', leave, { signal });
  addEventListener('beforeunload', (event) => isKept || event.preventDefault(), { signal });
}

const selector = '[data-keep-typed]';
const keyOf = ({ name }: TextControl) => `${location.pathname} ${name}`;

type TextControl = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement;

const begunOf = (field: TextControl) =>
  field instanceof HTMLSelectElement
    ? [...field.options].find(({ defaultSelected }) => defaultSelected)?.value
    : field.defaultValue;

/** Removes the sent texts of this page and of pages below it once a notice reports success. */
function forgetSent(): void {
  if (!location.search.includes('aviso=')) return;
  for (const [key, stored] of Object.entries(sessionStorage)) {
    const [path, nextSign] = [location.pathname, key[location.pathname.length]];
    const isHere = key.startsWith(path) && (nextSign === ' ' || nextSign === '/');
    if (isHere && JSON.parse(stored)[2]) sessionStorage.removeItem(key);
  }
}

type StoredText = [draft?: string, begun?: string, sent?: 1];

const keptOf = (field: TextControl): StoredText =>
  JSON.parse(sessionStorage.getItem(keyOf(field)) ?? '[]');

const store = (field: TextControl, ...storedText: StoredText) =>
  sessionStorage.setItem(keyOf(field), JSON.stringify(storedText));

/** Returns whether a field has a template, which is kept although nobody typed it. */
const isTemplate = ({ dataset }: TextControl) => dataset.keepTyped === 'template';

function keep(field: TextControl, isSent?: 1): void {
  const { value } = field;
  const begun = begunOf(field);
  if (value !== (begun ?? '') || isTemplate(field)) store(field, value, begun, isSent);
  else sessionStorage.removeItem(keyOf(field));
}

/**
 * Restores a kept text, unless it was sent and the page answers with another one. A newly chosen template replaces an unchanged one. It is appended to any
 * other text, without its first paragraph, the greeting.
 */
function restore(field: TextControl): void {
  const [draft, begun, isSent] = keptOf(field);
  const { value } = field;
  if (isSent && !isTemplate(field) && value !== (begun ?? '')) return;
  const isOther = isTemplate(field) && value !== begun;
  if (!draft && !isOther) return;
  const body = /\n\n.*/s.exec(value)?.[0] ?? `\n\n${value}`;
  if (draft && !isOther) field.value = draft;
  else if (draft && draft !== begun) {
    field.value = draft.includes(body.trim()) ? draft : `${draft.trimEnd()}${body}`;
  }
  store(field, field.value, isTemplate(field) ? value : begun);
  field.closest('details')?.setAttribute('open', '');
}
