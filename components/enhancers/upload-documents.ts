import { Canceled, Refused, send } from '#components/enhancers/send-file.ts';
import { problemOf } from '#components/enhancers/upload-problem.ts';
import {
  button,
  drawStatus,
  refuseDropOfMany,
  type Status,
  sayChosen,
} from '#components/enhancers/upload-status.ts';

const ENDPOINT = '/api/documents/upload';

/**
 * Sends the files of a form of the vault one by one, each with its progress, cancel and retry. Once
 * all are there the page is read again.
 */
export function uploadDocuments(signal: AbortSignal): void {
  const form = document.querySelector<HTMLFormElement>('form[data-documents]');
  const input = form?.querySelector<HTMLInputElement>('input[type=file]');
  const list = form?.querySelector<HTMLElement>('[data-progress]');
  if (!form || !input || !list) return;
  input.multiple = 'many' in input.dataset;
  const sayIt = sayChosen(input, signal);
  const kinds = kindsOf(form);
  const askKinds = () => {
    if (!kinds) return;
    const files = [...(input.files ?? [])].map((file) => ({ file, no: problemOf(file, input) }));
    const taken = files.filter(({ no }) => !no).map(({ file }) => file);
    const keep = (kept: readonly File[]) => {
      const transfer = new DataTransfer();
      for (const file of kept) transfer.items.add(file);
      input.files = transfer.files;
      sayIt();
    };
    keep(taken);
    const leaveOut = (out: File) => keep([...(input.files ?? [])].filter((file) => file !== out));
    list.replaceChildren(...kindRows(taken, kinds, leaveOut));
    for (const { file, no } of files) {
      if (!no) continue;
      const place = document.createElement('li');
      list.append(place);
      drawStatus(place, { state: 'refused', file, message: `${file.name}: ${no}` });
    }
  };
  input.addEventListener('change', askKinds, { signal });
  form.querySelector('[data-drop-hint]')?.removeAttribute('hidden');
  refuseDropOfMany(input, signal, () => {
    const item = document.createElement('li');
    list.replaceChildren(item);
    return item;
  });

  const fates = new Map<HTMLElement, 'pending' | 'arrived' | 'canceled' | 'problem'>();

  const start = async (file: File, place: HTMLElement, kind?: string): Promise<void> => {
    const stop = new AbortController();
    fates.set(place, 'pending');
    const end = (fate: 'arrived' | 'canceled' | 'problem', status: Status) => {
      drawStatus(place, status);
      fates.set(place, fate);
      goOn();
    };
    try {
      const problem = problemOf(file, input);
      if (problem) throw new Refused(problem);
      const onProgress = (sent: number) =>
        drawStatus(place, { state: 'sending', file, sent, cancel: () => stop.abort() });
      onProgress(0);
      const { signal } = stop;
      const body = bodyOf(form, input, file, kind);
      await send('POST', ENDPOINT, body, { signal, onProgress, refusals: 'all' });
      end('arrived', { state: 'done', file, message: `${file.name}: guardado.` });
    } catch (error) {
      if (error instanceof Canceled) {
        end('canceled', { state: 'canceled', file, message: `${file.name}: subida cancelada.` });
      } else if (error instanceof Refused) {
        end('problem', { state: 'refused', file, message: `${file.name}: ${error.message}` });
      } else {
        const message = `${file.name}: no pudimos subirlo. Revisa tu conexión.`;
        end('problem', {
          state: 'failed',
          file,
          message,
          retry: () => void start(file, place, kind),
        });
      }
    }
  };

  const goOn = () => {
    const all = [...fates.values()];
    const arrived = all.filter((fate) => fate === 'arrived').length;
    if (arrived === 0 || all.includes('pending')) return;
    const href = `${form.dataset.documents}&n=${arrived}`;
    if (!all.includes('problem')) location.assign(href);
    else list.append(linkTo(href));
  };

  form.addEventListener(
    'submit',
    async (event) => {
      event.preventDefault();
      if ([...fates.values()].includes('pending')) return;
      const chosen = [...list.querySelectorAll('select')].map(({ value }) => value);
      if (kinds && chosen.length === 0) return askKinds();
      const places = [...(input.files ?? [])].map((file, n) => {
        const place = document.createElement('li');
        place.textContent = `${file.name}: en espera.`;
        return [file, place, chosen[n]] as const;
      });
      list.replaceChildren(...places.map(([, place]) => place));
      fates.clear();
      for (const [, place] of places) fates.set(place, 'pending');
      for (const [file, place, kind] of places) await start(file, place, kind);
    },
    { signal },
  );
}

function linkTo(href: string): HTMLElement {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = 'Ver los que sí subieron';
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** The question of what a file is, which each file's row then asks in its place. */
function kindsOf(form: HTMLFormElement): HTMLSelectElement | null {
  const kinds = form.querySelector<HTMLSelectElement>('select[name=category]');
  if (!kinds) return null;
  kinds.disabled = true;
  kinds.closest('.field')?.setAttribute('hidden', '');
  return kinds;
}

/** A row for each file with what its name says that it is; where two fit, or one is taken, it asks. */
function kindRows(
  files: readonly File[],
  kinds: HTMLSelectElement,
  leaveOut: (file: File) => void,
): HTMLElement[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const select = document.createElement('select');
    select.append(...kinds.cloneNode(true).childNodes);
    select.className = 'control mt-1';
    select.required = true;
    const values = [...select.options].map(({ value, dataset }) => [value, dataset.names] as const);
    const only = [...select.options].find(({ value }) => value === kindOf(file.name, values));
    select.value = only && !taken.has(only.value) ? only.value : '';
    if (only && 'one' in only.dataset) taken.add(only.value);
    const label = document.createElement('label');
    label.className = 'block font-semibold wrap-anywhere';
    label.append(file.name, select);
    const row = document.createElement('li');
    const remove = button('Quitar', () => {
      row.remove();
      leaveOut(file);
    });
    remove.setAttribute('aria-label', `Quitar ${file.name}`);
    row.append(label, remove);
    return row;
  });
}

/** The one kind whose words a name has; `f30 1` is not `f30`. Empty where none fits, or two. */
export function kindOf(
  fileName: string,
  kinds: readonly (readonly [kind: string, names: string | undefined])[],
): string {
  // `F29_Octubre (1).PDF` → ` f29 octubre`
  const bare = fileName
    .replace(/\.\w+$/, '')
    .replace(/ ?\(\d+\)$/, '')
    .normalize('NFD');
  const plain = ` ${bare
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')}`;
  const found = kinds.flatMap(([kind, names]) =>
    (names?.split('|') ?? []).filter((n) => plain.includes(` ${n}`)).map((n) => ({ kind, n })),
  );
  const own = found.filter(
    ({ kind, n }) => !found.some((other) => other.kind !== kind && other.n.includes(n)),
  );
  const [first] = own;
  return first && own.every(({ kind }) => kind === first.kind) ? first.kind : '';
}

function bodyOf(
  form: HTMLFormElement,
  input: HTMLInputElement,
  file: File,
  kind: string | undefined,
): FormData {
  const body = new FormData(form);
  // Each of several would take the same place.
  if (input.files?.[1]) body.delete('replaces');
  if (kind) body.set('category', kind);
  if (kind === 'otros') body.set('customTitle', file.name.replace(/\.\w+$/, ''));
  body.set(input.name, file, file.name);
  return body;
}
