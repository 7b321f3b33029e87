/** Enter takes the first act or place, else the first lead; without any it sends the search. */
export function palette(signal: AbortSignal): void {
  const form = document.querySelector<HTMLFormElement>('#ir form');
  const field = form?.querySelector('input');
  if (!form || !field) return;
  const said = form.querySelector('p');
  const found = form.querySelector('[data-found]');
  const places = [...form.querySelectorAll<HTMLElement>('li > *')];
  const left = () => {
    const leads = [...(found?.querySelectorAll('a') ?? [])];
    return [...places.filter((place) => place.checkVisibility()), ...leads];
  };
  const box = form.parentElement;
  const acts = form.querySelector<HTMLElement>('[data-acts]');
  // On a list there has to be a row to act on.
  const open = () => {
    const rows = document.querySelector('[data-row]');
    if (acts) acts.hidden = rows !== null && !document.querySelector(`${chosen}, tr :focus`);
  };
  box?.addEventListener('beforetoggle', open, { signal });
  const act = ({ target }: Event) => {
    const pressed =
      target instanceof Element && target.closest<HTMLElement>('a, [data-does], [data-sets]');
    if (!pressed) return;
    // The focus goes back to where it was; from nowhere it would stay.
    box?.hidePopover();
    field.blur();
    const { does, sets } = pressed.dataset;
    if (does) pressKey(does);
    if (sets) set(sets);
  };
  form.addEventListener('click', act, { signal });
  let last = new AbortController();
  const search = async (text: string) => {
    const stop = AbortSignal.any([signal, last.signal]);
    const leads = text.length < 2 ? [] : await findLeads(text, stop);
    found?.replaceChildren(...leads.map(lineOf));
    if (said) said.textContent = text && left().length === 0 ? none : '';
  };
  let timer: ReturnType<typeof setTimeout>;
  const narrow = () => {
    for (const place of places) place.hidden = !plain(place).includes(plain(field));
    clearTimeout(timer);
    last.abort();
    last = new AbortController();
    timer = setTimeout(() => search(field.value.trim()).catch(() => undefined), 200);
  };
  field.addEventListener('input', narrow, { signal });
  // Opened again, what is typed takes the place of what was.
  field.addEventListener('focus', () => field.select(), { signal });
  form.addEventListener(
    'submit',
    (event) => {
      const [first] = left();
      if (!first || !field.value.trim()) return;
      event.preventDefault();
      first.click();
    },
    { signal },
  );
  form.addEventListener(
    'keydown',
    (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by) return;
      const stops = [field, ...left()];
      stops.at((stops.findIndex((stop) => stop.matches(':focus')) + by) % stops.length)?.focus();
      event.preventDefault();
    },
    { signal },
  );
}

const none = 'No hay una vista ni una solicitud así. Enter busca en la bandeja.';
const MOST = 6;

type Found = Record<'id' | 'name' | 'email', string> &
  Record<'company' | 'submissionId', string | null>;

async function findLeads(text: string, signal: AbortSignal): Promise<Found[]> {
  const reply = await fetch(`/api/admin/leads?q=${encodeURIComponent(text)}`, { signal });
  const { data } = reply.ok ? await reply.json() : {};
  return (data?.leads ?? []).slice(0, MOST);
}

function lineOf({ id, name, email, company, submissionId }: Found): HTMLLIElement {
  const [line, link] = [document.createElement('li'), document.createElement('a')];
  link.href = `/admin/leads/${id}`;
  link.className = 'block truncate rounded-sm no-underline px-2 py-1.5 hover:bg-sunken';
  link.textContent = [name, company ?? email, `N.º ${submissionId ?? id}`].join(' · ');
  line.append(link);
  return line;
}

const chosen = 'td :checked';

function pressKey(key: string): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

/** A choice in a field of the page (`name=value`) is saved, or what it asks for gets the focus. */
function set(choice: string): void {
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

/** Without case and accents. */
function plain(of: HTMLElement): string {
  const text = of instanceof HTMLInputElement ? of.value : (of.textContent ?? '');
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
