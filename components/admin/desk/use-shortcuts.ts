import { useEffect } from 'react';

/**
 * Binds the keys: `j` `k` move between rows, `x` chooses, `/` searches, `?` shows help. Others
 * press the element with this `data-key`.
 */
export function useShortcuts(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
  const hasCommand = ctrlKey || metaKey;
  const isGo = hasCommand && key.toLowerCase() === 'k';
  if (hasCommand && key === 'Enter' && target instanceof Element && target.matches(sentFields)) {
    const form = target.closest('form');
    form?.requestSubmit(target.closest('[data-saves]')?.querySelector('button'));
  }
  if (altKey || event.isComposing || (hasCommand && !isGo)) return;
  // A field in the closed palette may still have the focus.
  const field = target instanceof Element && target.closest(typed);
  if (!isGo && field && field.checkVisibility()) return;
  const act = isGo ? toggle('ir') : Object.hasOwn(actions, key) ? actions[key] : undefined;
  if (!act || (repeat && !/^[jk]$/.test(key)) || !act()) return;
  event.preventDefault();
}

const sentFields = 'textarea, select, form[method=post]:not(#ids) input';
const typed = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** An action returns whether it did something. */
const actions: Record<string, () => boolean> = {
  j: () => step(1) || pressKey('j'),
  k: () => step(-1) || pressKey('k'),
  x: () => clickElement(document.activeElement?.closest('tr')?.querySelector('input')),
  e: () =>
    clickElement(document.querySelector('button[name=handled][value=yes]')) || pressForRow('e'),
  a: () => pressForRow('a'),
  r: () => pressKey('r') || answerRow(),
  n: () => write('#text'),
  s: () => write('#state:not(#ids *)'),
  d: () => write('#documentos [type=checkbox]'),
  c: () => write('#price'),
  l: () => write('#resumen'),
  '/': search,
  '?': toggle('atajos'),
};

function toggle(id: string): () => boolean {
  return () => {
    const box = document.getElementById(id);
    box?.togglePopover();
    return box !== null;
  };
}

/** Focuses a field of a lead's page, and unfolds it if needed. */
function write(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector);
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  field?.focus();
  return field !== null;
}

/** Opens the lead of the focused row at its reply. */
function answerRow(): boolean {
  const row = document.activeElement?.closest('tr')?.querySelector<HTMLAnchorElement>('[data-row]');
  if (row) location.assign(`${row.href}#respuesta`);
  return Boolean(row);
}

function step(offset: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-row]')];
  const row = document.activeElement?.closest('tr');
  const at = rows.findIndex((link) => link.closest('tr') === row);
  const next = rows[at < 0 ? 0 : at + offset] ?? rows[at];
  next?.focus();
  return next !== undefined;
}

function search(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[type=search]');
  field?.select();
  if (!field) location.assign('/admin#q');
  return true;
}

/** Presses a key for the chosen rows or, if none is chosen, for the focused one. */
function pressForRow(key: string): boolean {
  if (!document.querySelector('td :checked')) actions.x?.();
  return pressKey(key);
}

function pressKey(key: string): boolean {
  return clickElement(document.querySelector(`[data-key~=${key}]`));
}

/** Clicks an element if it is visible. Returns whether it did. */
function clickElement(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !element.checkVisibility()) return false;
  element.click();
  return true;
}
