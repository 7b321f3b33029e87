// These functions run inside a page, so each contains everything that it uses.

export type Sight = {
  faults: string[];
  /** Addresses of links, without fragments. */
  links: string[];
  /** Target of each submit button, without ids: alike ones have one key. */
  keys: string[];
};

/** Answers by `type name check`, some only for an action. The first match counts. */
export type Values = [matches: RegExp, value: string, sentTo?: RegExp][];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the faults of the page, its links and its buttons. `ids` are those of the address. */
export function seePage(ids: readonly string[]): Sight {
  const faults: string[] = [];
  const show = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 120);
  const all = <T extends Element>(selector: string) => [...document.querySelectorAll<T>(selector)];
  const known = all('[id]').map(({ id }) => id);
  for (const id of new Set(known.filter((id, at) => known.indexOf(id) !== at))) {
    faults.push(`twice: id="${id}"`);
  }
  const references = ['for', 'form', 'list', 'headers', 'popovertarget', 'commandfor'];
  const described = ['activedescendant', 'controls', 'describedby', 'details', 'errormessage'];
  const more = [...described, 'flowto', 'labelledby', 'owns'].map((name) => `aria-${name}`);
  for (const name of [...references, ...more]) {
    for (const element of all(`[${name}]`)) {
      for (const id of (element.getAttribute(name) ?? '').split(/\s+/).filter(Boolean)) {
        if (!known.includes(id)) faults.push(`${name}="${id}" leads nowhere: ${show(element)}`);
      }
    }
  }
  for (const label of all<HTMLLabelElement>('label')) {
    if (!label.control) faults.push(`a label of nothing: ${show(label)}`);
  }
  const links: string[] = [];
  for (const link of all<HTMLAnchorElement>('a[href]')) {
    const { origin, pathname, search, hash } = new URL(link.href);
    const isHere = origin === location.origin && pathname === location.pathname;
    const fragment = decodeURIComponent(hash.slice(1));
    if (isHere && fragment && search === location.search && !known.includes(fragment)) {
      faults.push(`${hash} leads nowhere: ${show(link)}`);
    }
    if (origin === location.origin && !link.hasAttribute('download')) links.push(pathname + search);
  }
  const isNamed = (element: Element, text: string | null | undefined) =>
    Boolean(text?.trim() || element.getAttribute('aria-label')) ||
    element.hasAttribute('aria-labelledby');
  const isThere = (element: Element) =>
    !element.matches('[aria-hidden=true]') && getComputedStyle(element).visibility !== 'hidden';
  const controls = 'input:not([type=hidden], [hidden]), select, textarea';
  for (const field of all<Field>(controls).filter(isThere)) {
    const words = [...(field.labels ?? [])].map(({ textContent }) => textContent).join(' ');
    if (!isNamed(field, words)) faults.push(`a control without a label: ${show(field)}`);
  }
  for (const button of all('button:not([hidden]), a[href], summary').filter(isThere)) {
    if (!isNamed(button, button.textContent)) faults.push(`nameless: ${show(button)}`);
  }
  for (const stop of all('a[href], button:not([hidden]), summary').filter(isThere)) {
    const isClipped = (part: HTMLElement | null): boolean =>
      part !== null &&
      ((part.offsetWidth <= 1 && getComputedStyle(part).overflow === 'hidden') ||
        isClipped(part.parentElement));
    if (stop.checkVisibility() && isClipped(stop.parentElement))
      faults.push(`takes an invisible focus: ${show(stop)}`);
  }
  // Folded content must fit as well.
  const folded = all<HTMLDetailsElement>('details:not([open])');
  for (const details of folded) details.open = true;
  const { scrollWidth, clientWidth } = document.documentElement;
  for (const details of folded) details.open = false;
  if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px too wide`);
  const keys: string[] = [];
  for (const button of all<HTMLButtonElement>('button')) {
    const { form } = button;
    // Hidden buttons only serve the Enter key, except those of a select that a script saves.
    if (button.matches('[aria-hidden=true], [hidden]:not(fieldset:has([type=submit]) *)')) continue;
    if (button.type !== 'submit' || !form || getComputedStyle(form).display === 'none') continue;
    const to = button.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    const path = new URL(to, location.href).pathname;
    // Identifiers have a digit or 22 characters, because one in 40 has no digit.
    const isId = (part: string) => ids.includes(part) || /\d|.{22}/.test(part);
    const parts = path.split('/').map((part) => (isId(part) ? '*' : part));
    const value =
      button.name && `${button.name}=${/[\d-]/.test(button.value) ? '*' : button.value}`;
    const key = [form.getAttribute('method') ?? 'get', parts.join('/'), value].join(' ').trim();
    button.dataset.walk = key;
    if (!keys.includes(key)) keys.push(key);
  }
  const heading = document.querySelector('h1')?.textContent ?? '';
  // `/fallo` is the page that replaces failed ones, so its heading is no fault.
  if (location.pathname !== '/fallo' && /Algo falló/.test(heading)) faults.push(heading);
  return { faults, links: [...new Set(links)], keys };
}

/**
 * Fills in the empty fields around a button, and unfolds their sections. `files` means that one has
 * to be chosen. `choice` is the index of an option other than the stored one, for a select that
 * saves when it changes.
 */
export function fillAround(button: Element, values: Values) {
  const { form } = button as HTMLButtonElement; // the selector ensures it
  for (let part = button.parentElement; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
    if (part.popover && !part.matches(':popover-open')) part.showPopover();
  }
  const answerFor = ({ type, name, dataset, labels }: Field) => {
    // A form that asks for a confirmation says in the label what to type.
    const [, requested] =
      /^Para confirmar, escribe: (.*?)(?: o |$)/.exec(labels?.[0]?.textContent ?? '') ?? [];
    if (requested) return requested;
    const about = `${type} ${name} ${dataset.check ?? ''}`;
    const to = form?.getAttribute('action') ?? '';
    return (
      values.find(([is, , sentTo]) => is.test(about) && (!sentTo || sentTo.test(to)))?.[1] ?? ''
    );
  };
  let files = false;
  for (const field of form?.elements ?? []) {
    if (
      !(field instanceof HTMLElement) ||
      field.matches('[type=hidden], fieldset:has([type=submit]) *')
    )
      continue;
    if (field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)) {
      const group = [...(form?.elements ?? [])].filter(
        (item) => item instanceof HTMLInputElement && item.name === field.name,
      ) as HTMLInputElement[]; // the filter ensures it
      if (!group.some(({ checked }) => checked)) field.click();
    } else if (field instanceof HTMLSelectElement) {
      const options = [...field.options].map(({ value }) => value);
      const wanted = answerFor(field);
      if (!field.value)
        field.value = options.find((item) => item === wanted) ?? options.find(Boolean) ?? '';
    } else if (field instanceof HTMLInputElement && field.type === 'file') files = true;
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      if (field.value || field.disabled || field.readOnly) continue;
      const value = answerFor(field);
      const latest = field.getAttribute('max');
      if (field.type === 'date' && latest) field.value = latest;
      else field.value = field.maxLength > 0 ? value.slice(0, field.maxLength) : value;
      for (const type of ['input', 'change'])
        field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }
  const saved = button.closest('fieldset:has([type=submit])')?.querySelector('select');
  const positions = [...(saved?.options ?? [])].map(({ disabled }, at) => ({ at, disabled }));
  const other = positions.find(({ at, disabled }) => at !== saved?.selectedIndex && !disabled);
  return { files, choice: other?.at ?? null };
}
