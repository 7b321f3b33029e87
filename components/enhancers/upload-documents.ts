import { Canceled, Refused, send } from '#components/enhancers/send-file.ts';
import { problemOf } from '#components/enhancers/upload-problem.ts';
import { drawStatus, type Status, sayThatOneFits } from '#components/enhancers/upload-status.ts';

const ENDPOINT = '/api/documents/upload';

/**
 * Sends the files of a form of the vault one by one, each with its progress, cancel and retry, and
 * takes those that are dropped on it. Once all are there the page is read again.
 */
export function uploadDocuments(signal: AbortSignal): void {
  const form = document.querySelector<HTMLFormElement>('form[data-documents]');
  const input = form?.querySelector<HTMLInputElement>('input[type=file]');
  const list = form?.querySelector<HTMLElement>('[data-progress]');
  if (!form || !input || !list) return;
  input.multiple = 'many' in input.dataset;
  takeDropped(form, input, { signal, refuse: () => refuse(list) });

  const fates = new Map<HTMLElement, 'pending' | 'arrived' | 'canceled' | 'problem'>();

  const start = async (file: File, place: HTMLElement): Promise<void> => {
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
      const body = bodyOf(form, input, file);
      await send('POST', ENDPOINT, body, { signal, onProgress, refusals: 'all' });
      end('arrived', { state: 'done', file, message: `${file.name}: guardado.` });
    } catch (error) {
      if (error instanceof Canceled) {
        end('canceled', { state: 'canceled', file, message: `${file.name}: subida cancelada.` });
      } else if (error instanceof Refused) {
        end('problem', { state: 'refused', file, message: `${file.name}: ${error.message}` });
      } else {
        const message = `${file.name}: no pudimos subirlo. Revisa tu conexión.`;
        end('problem', { state: 'failed', file, message, retry: () => void start(file, place) });
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
      const places = [...(input.files ?? [])].map((file) => {
        const place = document.createElement('li');
        place.textContent = `${file.name}: en espera.`;
        return [file, place] as const;
      });
      list.replaceChildren(...places.map(([, place]) => place));
      fates.clear();
      for (const [, place] of places) fates.set(place, 'pending');
      for (const [file, place] of places) await start(file, place);
    },
    { signal },
  );
}

function refuse(list: HTMLElement): void {
  const item = document.createElement('li');
  list.replaceChildren(item);
  sayThatOneFits(item);
}

function linkTo(href: string): HTMLElement {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = 'Ver los que sí subieron';
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function bodyOf(form: HTMLFormElement, input: HTMLInputElement, file: File): FormData {
  const body = new FormData(form);
  body.set(input.name, file, file.name);
  return body;
}

/** What is dropped becomes what was chosen, so that the rest goes the same way. */
function takeDropped(
  form: HTMLFormElement,
  input: HTMLInputElement,
  { signal, refuse }: { signal: AbortSignal; refuse: () => void },
): void {
  const zone = form.querySelector<HTMLElement>('[data-drop]');
  if (!zone) return;
  zone.querySelector<HTMLElement>('[data-drop-hint]')?.removeAttribute('hidden');
  const mark = (over: boolean) => zone.toggleAttribute('data-over', over);
  zone.addEventListener(
    'dragover',
    (event) => {
      event.preventDefault();
      mark(true);
    },
    { signal },
  );
  zone.addEventListener('dragleave', () => mark(false), { signal });
  zone.addEventListener(
    'drop',
    (event) => {
      event.preventDefault();
      mark(false);
      const dropped = [...(event.dataTransfer?.files ?? [])];
      if (dropped.length > 1 && !input.multiple) return refuse();
      const chosen = new DataTransfer();
      for (const file of dropped) chosen.items.add(file);
      if (chosen.files.length > 0) input.files = chosen.files;
    },
    { signal },
  );
}
