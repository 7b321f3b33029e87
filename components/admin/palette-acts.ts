/** An act of the palette: a key of the page, a choice in one of its fields, or a link. */
export type Act = { label: string } & ({ key: string } | { sets: string } | { href: string });

const chosen = 'td :checked';

/** Whether the page has rows to act on: none chosen, some chosen, or no list at all. */
export function chosenRows(): 'none' | 'some' | 'no list' {
  if (!document.querySelector('[data-row]')) return 'no list';
  return document.querySelector(`${chosen}, tr :focus`) ? 'some' : 'none';
}

/** Presses a key of the page where the focus is. */
export function pressKey(key: string): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

/** A choice in a field of the page (`name=value`) is saved, or what it asks for gets the focus. */
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
