import { Canceled, Refused, send } from '#components/enhancers/send-file.ts';
import {
  button,
  drawStatus,
  problemOf,
  refuseDropOfMany,
  type Status,
  sayChosen,
} from '#components/enhancers/upload-status.ts';

type Fate = 'pending' | 'arrived' | 'canceled' | 'problem';
type Upload = { file: File; place: HTMLElement; once: string };

/** One by one, each under a mark of its own, so that one sent again is there once. */
export function uploadDocuments(signal: AbortSignal): void {
  const form = document.querySelector<HTMLFormElement>('form[data-documents]');
  const input = form?.querySelector<HTMLInputElement>('input[type=file]');
  const list = form?.querySelector<HTMLElement>('[data-progress]');
  if (!form || !input || !list) return;
  const { documents: next = '', endpoint = '', order } = form.dataset;
  /** Where several go instead, each to be told of by itself. */
  let several: string | undefined;
  input.multiple = 'many' in input.dataset;
  sayChosen(input, signal);
  form.querySelector('[data-drop-hint]')?.removeAttribute('hidden');
  const newLine = () => list.appendChild(document.createElement('li'));
  refuseDropOfMany(input, signal, () => {
    list.replaceChildren();
    return newLine();
  });

  const fates = new Map<HTMLElement, Fate>();

  const start = async (upload: Upload): Promise<void> => {
    const { file, place, once } = upload;
    if (fates.get(place) === 'canceled') return goOn();
    const stop = new AbortController();
    fates.set(place, 'pending');
    const end = (fate: Fate, status: Status) => {
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
      // What was typed is of one.
      const body = several ? new FormData() : new FormData(form);
      const to = several ? '/api/documents/arrivals' : endpoint;
      body.set('once', once);
      body.set(input.name, file, file.name);
      await send('POST', to, body, { signal: stop.signal, onProgress, refusals: 'all' });
      end('arrived', { state: 'done', file, message: `${file.name}: guardado.` });
    } catch (error) {
      if (error instanceof Canceled) {
        end('canceled', { state: 'canceled', file, message: `${file.name}: subida cancelada.` });
      } else if (error instanceof Refused) {
        end('problem', { state: 'refused', file, message: `${file.name}: ${error.message}` });
      } else {
        const message = `${file.name}: no pudimos subirlo. Revisa tu conexión.`;
        end('problem', { state: 'failed', file, message, retry: () => void start(upload) });
      }
    }
  };

  const goOn = () => {
    const all = [...fates.values()];
    const arrived = all.filter((fate) => fate === 'arrived').length;
    if (arrived === 0 || all.includes('pending')) return;
    const href = several ?? (next.includes('?') ? `${next}&n=${arrived}` : next);
    if (!all.includes('problem')) return location.assign(href);
    const link = list.querySelector('a') ?? newLine().appendChild(document.createElement('a'));
    link.href = href;
    link.textContent = 'Ver los que sí subieron';
  };

  form.addEventListener(
    'submit',
    async (event) => {
      event.preventDefault();
      if ([...fates.values()].includes('pending')) return;
      list.replaceChildren();
      fates.clear();
      several = input.files?.[1] && order;
      const uploads = [...(input.files ?? [])].map((file): Upload => {
        const place = newLine();
        place.textContent = `${file.name}: en espera.`;
        place.append(
          button('Cancelar', () => {
            fates.set(place, 'canceled');
            drawStatus(place, { state: 'canceled', file, message: `${file.name}: cancelado.` });
          }),
        );
        fates.set(place, 'pending');
        return { file, place, once: crypto.getRandomValues(new Uint32Array(4)).join('-') };
      });
      for (const upload of uploads) await start(upload);
    },
    { signal },
  );
}
