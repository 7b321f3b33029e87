/** What is typed into the palette narrows its places: Enter goes to the first, and looks up what is none. */
export function palette(signal: AbortSignal): void {
  const form = document.querySelector<HTMLFormElement>('#ir form');
  const field = form?.querySelector('input');
  if (!form || !field) return;
  const hint = form.querySelector('p');
  const places = [...form.querySelectorAll('a')];
  const left = () => places.filter(({ hidden }) => !hidden);
  const narrow = () => {
    for (const place of places) place.hidden = !plain(place).includes(plain(field));
    if (hint) hint.hidden = left().length > 0;
  };
  field.addEventListener('input', narrow, { signal });
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

/** Without case and accents. */
function plain(of: HTMLAnchorElement | HTMLInputElement): string {
  const text = 'value' in of ? of.value : of.text;
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
