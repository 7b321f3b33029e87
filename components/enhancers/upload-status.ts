import { formatSize } from '#lib/platform/chile/format.ts';
import { isHeicName } from '#lib/platform/storage/judging/accepted.ts';

export type Status = { file: File } & (
  | { state: 'sending'; sent: number; cancel: () => void }
  | { state: 'failed'; retry: () => void; message?: string }
  | { state: 'refused'; message: string }
  | { state: 'done' | 'canceled'; message?: string }
);

/** Says in our words what a file control holds, now and after each choice; returns how to say it again, or what was `kept`. */
export function sayChosen(input: HTMLInputElement, signal: AbortSignal): (kept?: string) => void {
  const place = input.parentElement?.querySelector('[data-chosen]');
  const s = input.multiple ? 's' : '';
  const say = (kept?: string) => {
    const [first, ...more] = input.files ?? [];
    if (!place?.previousElementSibling) return;
    place.previousElementSibling.textContent = `Elegir archivo${s}`;
    place.textContent =
      more.length > 0 ? `${more.length + 1} archivos` : (first?.name ?? kept ?? `Sin archivo${s}`);
  };
  input.addEventListener('change', () => say(), { signal });
  say();
  return say;
}

/** What the server would refuse anyway, said before a phone spends its data on it. */
export function problemOf(file: File, input: HTMLInputElement): string | null {
  const megabytes = Number(input.dataset.maxMb);
  if (file.size > megabytes * 1024 * 1024) return `El archivo supera los ${megabytes} MB.`;
  if (file.size === 0) return 'El archivo está vacío.';
  const accepted = input.accept.split(',');
  const isAccepted = accepted.some((extension) => file.name.toLowerCase().endsWith(extension));
  // Phones name a JPEG so as well: the server looks at its content.
  return isAccepted || isHeicName(file.name) ? null : 'Sube un PDF, una imagen, Word o Excel.';
}

/** Draws an upload's state. The announced words change only every ten per cent. */
export function drawStatus(place: HTMLElement, status: Status): void {
  const { file } = status;
  switch (status.state) {
    case 'sending':
      drawProgress(place, file, status.sent, status.cancel);
      return;
    case 'done':
      draw(place, status.message ?? `${file.name} subido. Ya puedes continuar.`, doneClass);
      return;
    case 'canceled':
      draw(place, status.message ?? 'Subida cancelada. Elige otro archivo o sigue sin él.', '');
      return;
    case 'refused':
      draw(place, status.message, problemClass);
      return;
    case 'failed':
      draw(
        place,
        status.message ?? 'No pudimos subir el archivo. Revisa tu conexión.',
        problemClass,
      );
      place.append(button('Reintentar', status.retry));
  }
}

export function sentBy({ name }: File, goOn: string): string {
  return `${name} subido. Se adjunta cuando presiones ${goOn}.`;
}

export function sayItIsMissing(place: HTMLElement, { name }: File, goOn: string): void {
  draw(
    place,
    `${name} no se adjuntó. Elige otro archivo, o presiona ${goOn} otra vez para seguir sin él.`,
    problemClass,
  );
}

/** Browsers take what is dropped on a file control; of several for one, the first, without a word. */
export function refuseDropOfMany(
  input: HTMLInputElement,
  signal: AbortSignal,
  placeOf: () => HTMLElement,
): void {
  const refuse = (event: DragEvent) => {
    if (input.multiple || (event.dataTransfer?.files.length ?? 0) < 2) return;
    event.preventDefault();
    const words = 'Aquí cabe un solo archivo: suelta solo uno.';
    draw(placeOf(), words, problemClass);
  };
  input.addEventListener('drop', refuse, { signal });
}

export function sayItWillGoOn(place: HTMLElement): void {
  if (place.querySelector('[data-waiting]')) return;
  const line = document.createElement('p');
  line.role = 'status';
  line.className = 'mt-2 font-semibold';
  line.dataset.waiting = '';
  place.append(line);
  line.textContent = 'Seguiremos en cuanto termine de subir.';
}

const doneClass = 'font-semibold text-success';
const problemClass = 'font-semibold text-danger';

function draw(place: HTMLElement, text: string, className: string): void {
  const line = document.createElement('p');
  line.role = 'status';
  line.className = className;
  place.replaceChildren(line);
  // Filled in after it is in the page, so that it is announced.
  line.textContent = text;
}

function drawProgress(place: HTMLElement, file: File, sent: number, cancel: () => void): void {
  let bar = place.querySelector('progress');
  if (!bar) {
    draw(place, '', 'sr-only');
    bar = document.createElement('progress');
    bar.className = 'meter my-2 block w-full';
    bar.max = 100;
    bar.ariaLabel = `Subiendo ${file.name}`;
    const percent = document.createElement('p');
    percent.className = 'text-sm tabular-nums text-ink-soft wrap-anywhere';
    percent.ariaHidden = 'true';
    place.append(bar, percent, button('Cancelar', cancel));
  }
  const done = Math.min(100, Math.round((sent / file.size) * 100));
  bar.value = done;
  const [line, percent] = place.querySelectorAll('p');
  const sentSize = `${formatSize(Math.min(sent, file.size))} de ${formatSize(file.size)}`;
  const wordsAt = (share: number, more = '') =>
    done >= 100 ? `Revisando ${file.name}…` : `Subiendo ${file.name}: ${share} %${more}`;
  if (percent) percent.textContent = wordsAt(done, ` (${sentSize})`);
  const words = wordsAt(done - (done % 10));
  if (line && line.textContent !== words) line.textContent = words;
}

export function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'btn btn-secondary btn-compact mt-2';
  element.textContent = text;
  element.addEventListener('click', onClick, { once: true });
  return element;
}
