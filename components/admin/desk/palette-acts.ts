/** An action of the palette: it presses a key, sets a field (`name=value`), or opens a link. */
export type PaletteAction = { label: string } & (
  | { key: string }
  | { sets: string }
  | { href: string }
);

const chosen = 'td :checked';

/** Returns whether a row is chosen or focused, or `no list` if the page has no rows. */
export function chosenRows(): 'none' | 'some' | 'no list' {
  if (!document.querySelector('[data-row]')) return 'no list';
  return document.querySelector(`${chosen}, tr :focus`) ? 'some' : 'none';
}

/** Dispatches a key press at the focused element. */
export function pressKey(key: string): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

/** Saves a choice (`name=value`) in a field, or focuses the field that must be filled in first. */
export function setField(choice: string): void {
  const [name, value = ''] = choice.split('=');
  const select = document.querySelector<HTMLSelectElement>(`select[name=${name}]`);
  const part = select?.closest<HTMLElement>('[data-saves]');
  if (!select || !part) return;
  if (!document.querySelector(chosen)) pressKey('x');
  select.value = value;
  if (part.dataset.asks !== value) {
    part.querySelector('button')?.click();
    return;
  }
  const details = part.querySelector('details');
  if (details) details.open = true;
  document.getElementById('reason')?.focus();
}

type FoundAct = { label: string; element: HTMLElement };

/** Returns the visible controls of the page that `data-act` names as actions. */
export function actsOnPage(): FoundAct[] {
  return [...document.querySelectorAll<HTMLElement>('[data-act]')]
    .filter((element) => element.checkVisibility())
    .map((element) => ({ label: element.dataset.act ?? '', element }));
}

/** Follows a link or unfolds a part, and leaves the focus there. */
export function goToControl({ element }: FoundAct): void {
  const details = element.closest('details');
  if (details) details.open = true;
  else element.click();
  const field = details?.querySelector<HTMLElement>('input:not([type=hidden])');
  (field ?? element).focus();
}
