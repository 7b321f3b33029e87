/** An act is a key of the page, a choice in one of its fields, or a link. */
export type Act = { label: string } & ({ key: string } | { sets: string } | { href: string });

const chosen = 'td :checked';

/** Returns whether rows of the page are chosen or focused, or that it has no list. */
export function chosenRows(): 'none' | 'some' | 'no list' {
  if (!document.querySelector('[data-row]')) return 'no list';
  return document.querySelector(`${chosen}, tr :focus`) ? 'some' : 'none';
}

/** Presses a key of the page where the focus is. */
export function pressKey(key: string): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

/** Saves a choice in a field of the page (`name=value`), or focuses what it needs first. */
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
  const more = part.querySelector('details');
  if (more) more.open = true;
  document.getElementById('reason')?.focus();
}
