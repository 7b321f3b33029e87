import { Canceled, Refused, sendFile } from '#components/enhancers/send-file.ts';
import {
  button,
  drawStatus,
  problemOf,
  refuseDropOfMany,
  sayChosen,
  sayItIsMissing,
  sayItWillGoOn,
  sentBy,
} from '#components/enhancers/upload-status.ts';

/**
 * The form waits for running uploads and carries only their addresses. After a refused file it asks
 * once, so that a missing file is no surprise later.
 */
export function uploadEarly(signal: AbortSignal): void {
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-upload]')];
  const form = blocks[0]?.closest('form');
  if (!form) return;
  /** The button that was pressed while a file was on its way; it may be drawn anew until then. */
  let pressed: string | null = null;
  const settled = (isThere: boolean) => {
    if (!isThere) pressed = null;
    if (pressed === null || uploads.some((upload) => upload.isRunning())) return;
    form.requestSubmit([...form.querySelectorAll('button')].find((one) => keyOf(one) === pressed));
  };
  const goOn = [...form.querySelectorAll('button')].at(-1)?.textContent ?? '';
  const uploads = blocks.flatMap((block) => uploadIn(block, { goOn, settled, signal }) ?? []);
  form.addEventListener(
    'submit',
    (event) => {
      const isHeld = uploads.some((upload) => upload.asksFirst());
      const running = uploads.filter((upload) => upload.isRunning());
      if (!isHeld && running.length === 0) return;
      event.preventDefault();
      if (isHeld) return;
      pressed = keyOf(event.submitter);
      for (const upload of running) upload.sayItWaits();
    },
    { signal },
  );
}

function keyOf(button: HTMLElement | null): string {
  return ['type', 'name', 'value'].map((name) => button?.getAttribute(name)).join(' ');
}

type Around = {
  goOn: string;
  /** Hears of every end of an upload and whether it arrived. */
  settled: (isThere: boolean) => void;
  signal: AbortSignal;
};

/** One for many lists each file on a line and is empty again; one for a single file replaces it. */
function uploadIn(block: HTMLElement, { goOn, settled, signal }: Around) {
  const input = block.querySelector<HTMLInputElement>('input[type=file]');
  const address = block.querySelector<HTMLInputElement>('input[type=hidden]');
  const place = block.querySelector<HTMLElement>('[data-upload-status]');
  if (!input || !address || !place) return null;

  const { name, multiple } = input;
  const sayIt = sayChosen(input, signal);
  const clear = (kept?: string) => {
    input.value = '';
    sayIt(kept);
  };
  const running = new Map<HTMLElement, AbortController>();
  const arrived = new Map<HTMLElement, string>();
  const carry = (line: HTMLElement, url?: string) => {
    if (url) arrived.set(line, url);
    else arrived.delete(line);
    address.value = [...arrived.values()].join(' ');
  };
  const newLine = () => {
    const line = place.appendChild(document.createElement('div'));
    line.className = 'flex flex-wrap justify-between gap-x-4 wrap-anywhere';
    return line;
  };
  /** A file that was meant to go along and does not: the button asks before it goes on without. */
  let missed: File | null = null;

  const refuse = (file: File, line: HTMLElement, message: string) => {
    if (!multiple) {
      missed = file;
      clear();
    }
    drawStatus(line, {
      state: 'refused',
      file,
      message: multiple ? `${file.name}: ${message}` : message,
    });
  };

  const start = async (file: File, line: HTMLElement) => {
    running.get(line)?.abort();
    const mine = new AbortController();
    running.set(line, mine);
    missed = null;
    let isKept = false;
    carry(line);
    input.name = name;
    const problem = problemOf(file, input);
    if (problem) {
      running.delete(line);
      refuse(file, line, problem);
      return;
    }
    try {
      const url = await sendFile(file, block.dataset.upload ?? '', mine.signal, (sent) =>
        drawStatus(line, { state: 'sending', file, sent, cancel: () => mine.abort() }),
      );
      isKept = await keepUpload(block, address, url);
      if (running.get(line) !== mine) return;
      if (isKept) clear(file.name);
      else carry(line, url);
      const toGo = multiple ? `${file.name}: listo para enviar.` : sentBy(file, goOn);
      drawStatus(line, { state: 'done', file, ...(!isKept && { message: toGo }) });
      // A single file stays shown as chosen, but only its address is sent.
      if (!multiple) input.removeAttribute('name');
      else
        line.append(
          button('Quitar', () => {
            carry(line);
            line.remove();
          }),
        );
    } catch (error) {
      if (running.get(line) !== mine) return;
      if (error instanceof Canceled) {
        if (!multiple) clear();
        drawStatus(line, { state: 'canceled', file });
      } else if (error instanceof Refused) refuse(file, line, error.message);
      else {
        if (multiple) missed = file;
        drawStatus(line, {
          state: 'failed',
          file,
          ...(multiple && { message: `${file.name}: no pudimos subirlo. Revisa tu conexión.` }),
          retry: () => void start(file, line),
        });
      }
    }
    if (running.get(line) === mine) running.delete(line);
    settled(isKept || arrived.has(line));
  };

  let before = Promise.resolve();
  const startEach = (files: readonly File[]) => {
    for (const file of files) {
      const line = newLine();
      line.textContent = `${file.name}: en espera.`;
      running.set(line, new AbortController());
      before = before.then(() => start(file, line));
    }
    clear();
  };

  input.addEventListener(
    'change',
    () => {
      const files = [...(input.files ?? [])];
      if (multiple) startEach(files);
      else if (files[0]) void start(files[0], place);
    },
    { signal },
  );
  refuseDropOfMany(input, signal, () => place);
  return {
    isRunning: () => running.size > 0,
    asksFirst: () => {
      if (!missed) return false;
      sayItIsMissing(multiple ? newLine() : place, missed, goOn);
      input.focus();
      missed = null;
      return true;
    },
    sayItWaits: () => sayItWillGoOn(place),
  };
}

/** False: the draft does not hold it, and the form still has to carry its address. */
async function keepUpload(
  block: HTMLElement,
  { name, form }: HTMLInputElement,
  url: string,
): Promise<boolean> {
  const place = block.querySelector<HTMLElement>('[data-attached]');
  if (!place || !form) return false;
  const body = new FormData();
  body.append(name, url);
  body.append('guardar', '');
  try {
    const reply = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body });
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    const kept = page.querySelector(`[data-attached=${place.dataset.attached}] > *`);
    if (!kept || new URL(reply.url).search) return false;
    place.replaceChildren(kept);
    return true;
  } catch {
    return false;
  }
}
