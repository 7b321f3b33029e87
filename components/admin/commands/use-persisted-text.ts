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
  let mayLeave = true;
  for (const field of document.querySelectorAll<TextControl>(selector)) restore(field);
  const keepOnInput = ({ target }: Event) => {
    if (!(target instanceof Element && target.matches(selector))) return;
    mayLeave = false;
    keepTypedText(target as TextControl);
  };
  const keepOnChange = ({ target }: Event) => {
    if (!(target instanceof Element && target.matches(selector))) return;
    // The event also fires when a field loses the focus or is replaced after it was sent.
    const [typedText, , isSent] = readStoredText(target as TextControl);
    if (typedText !== undefined) keepTypedText(target as TextControl, isSent);
  };
  const markSent = ({ target }: Event) => {
    // Text that was typed after the form was submitted is not part of it, so that text is kept.
    if (!(target instanceof HTMLFormElement) || target.dataset.sending) return;
    for (const field of document.querySelectorAll<TextControl>(selector)) {
      const isSent = field.form === target || field.form?.dataset.sending;
      // If another form could not send its text, the text is a draft again.
      if (isSent || readStoredText(field)[2]) keepTypedText(field, isSent ? 1 : undefined);
    }
  };
  const leave = ({ type, target }: Event) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action')?.endsWith('/salir')) {
      sessionStorage.clear();
    }
    mayLeave ||= type === 'submit' || (target instanceof Element && target.closest('a') !== null);
  };
  // Fields appear and disappear as the page updates in place, so the document listens.
  document.addEventListener('input', keepOnInput, { signal });
  document.addEventListener('change', keepOnChange, { signal });
  document.addEventListener('submit', markSent, { signal, capture: true });
  document.addEventListener('click', leave, { signal });
  document.addEventListener('submit', leave, { signal });
  addEventListener('beforeunload', (event) => mayLeave || event.preventDefault(), { signal });
}

const selector = '[data-keep-typed]';
const keyOf = ({ name }: TextControl) => `${location.pathname} ${name}`;

type TextControl = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement;

const initialValueOf = (field: TextControl) =>
  field instanceof HTMLSelectElement
    ? [...field.options].find(({ defaultSelected }) => defaultSelected)?.value
    : field.defaultValue;

/** Removes the sent texts of this page and of pages below it once a notice reports success. */
function forgetSent(): void {
  if (!location.search.includes('aviso=')) return;
  for (const [key, storedJson] of Object.entries(sessionStorage)) {
    const [path, nextSign] = [location.pathname, key[location.pathname.length]];
    const isOnThisPage = key.startsWith(path) && (nextSign === ' ' || nextSign === '/');
    if (isOnThisPage && JSON.parse(storedJson)[2]) sessionStorage.removeItem(key);
  }
}

type StoredText = [draft?: string, begun?: string, sent?: 1];

const readStoredText = (field: TextControl): StoredText =>
  JSON.parse(sessionStorage.getItem(keyOf(field)) ?? '[]');

const store = (field: TextControl, ...storedText: StoredText) =>
  sessionStorage.setItem(keyOf(field), JSON.stringify(storedText));

/** Returns whether a field has a template. It is kept although no person typed it. */
const isTemplate = ({ dataset }: TextControl) => dataset.keepTyped === 'template';

function keepTypedText(field: TextControl, isSent?: 1): void {
  const { value } = field;
  const initialValue = initialValueOf(field);
  if (value !== (initialValue ?? '') || isTemplate(field))
    store(field, value, initialValue, isSent);
  else sessionStorage.removeItem(keyOf(field));
}

/**
 * Restores a kept text, unless it was sent and the page shows another one. A newly chosen template
 * replaces a text that nobody changed. Otherwise it is appended without its greeting (the first
 * paragraph).
 */
function restore(field: TextControl): void {
  const [typedText, initialValue, isSent] = readStoredText(field);
  const { value } = field;
  if (isSent && !isTemplate(field) && value !== (initialValue ?? '')) return;
  const isNewTemplate = isTemplate(field) && value !== initialValue;
  if (!typedText && !isNewTemplate) return;
  const templateBody = /\n\n.*/s.exec(value)?.[0] ?? `\n\n${value}`;
  if (typedText && !isNewTemplate) field.value = typedText;
  else if (typedText && typedText !== initialValue) {
    field.value = typedText.includes(templateBody.trim())
      ? typedText
      : `${typedText.trimEnd()}${templateBody}`;
  }
  store(field, field.value, isTemplate(field) ? value : initialValue);
  field.closest('details')?.setAttribute('open', '');
}
