import { useEffect } from 'react';
import { useRenderCount } from '#components/ui/render-count.ts';

const KEY = 'filas';

/** Announces the result of an act (`data-done`) and focuses its row or the next one. */
export function useReturnToRow(): void {
  const renderCount = useRenderCount();
  useEffect(() => {
    const stop = new AbortController();
    followRow(stop.signal);
    return () => stop.abort();
  }, []);
  useEffect(
    () => showDone(renderCount > 0 || document.activeElement === document.body),
    [renderCount],
  );
}

/** When a form is sent, stores the ids of the focused row and of the rows around it. */
function followRow(signal: AbortSignal): void {
  let row: Element | null = null;
  const follow = ({ target }: Event) => {
    row = (target as Element).closest('tr') ?? row;
  };
  document.addEventListener('focusin', follow, { signal });
  document.addEventListener('submit', () => sessionStorage.setItem(KEY, rowIdsFrom(row)), {
    signal,
  });
}

/** Shows the notice of the last act. Focuses its row, or else the notice. */
function showDone(isFree: boolean): void {
  const rowIds = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  const notice = document.querySelector<HTMLElement>('[data-done]');
  if (!notice) {
    document.querySelector('td :checked')?.scrollIntoView({ block: 'center' });
    return;
  }
  announce(notice);
  if (!isFree) return;
  const targets = rowIds.split(' ').map((id) => document.getElementById(id));
  const row = targets.find(Boolean);
  (row ?? notice).focus({ preventScroll: !row });
  if (!row) notice.scrollIntoView({ block: 'nearest' });
}

/** Returns the ids of this row, of the rows below it and then of those above it, nearest first. */
function rowIdsFrom(row: Element | null): string {
  const ids = [...document.querySelectorAll('[data-row]')].map(({ id }) => id);
  const at = ids.indexOf(row?.querySelector('[data-row]')?.id ?? '');
  return at < 0 ? '' : [...ids.slice(at), ...ids.slice(0, at).reverse()].join(' ');
}

/** Sets the text again, because screen readers announce only changes. */
function announce(notice: HTMLElement): void {
  const words = notice.querySelector('p');
  if (words?.firstElementChild) return;
  const text = words?.textContent ?? '';
  words?.replaceChildren();
  setTimeout(() => words?.replaceChildren(text), 100);
}
