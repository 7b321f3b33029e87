import { Canceled, Refused, sendFile } from '#components/enhancers/send-file.ts';
import { problemOf } from '#components/enhancers/upload-problem.ts';
import {
  drawStatus,
  refuseDropOfMany,
  sayChosen,
  sayItIsMissing,
  sayItWillGoOn,
} from '#components/enhancers/upload-status.ts';

/**
 * Uploads the files of a form as soon as each is chosen, with progress, cancel and retry. The form
 * waits for running uploads and then carries only their addresses. After a refused file it asks
 * once, so that a missing file is no surprise later.
 */
export function uploadEarly(signal: AbortSignal): void {
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-upload]')];
  const form = blocks[0]?.closest('form');
  if (!form) return;
  /** The button that was pressed while a file was on its way. */
  let pressed: HTMLElement | null = null;
  const settled = (isThere: boolean) => {
    if (!isThere) pressed = null;
    if (!pressed || uploads.some((upload) => upload.isRunning())) return;
    form.requestSubmit(pressed);
  };
  const uploads = blocks.flatMap((block) => uploadIn(block, signal, settled) ?? []);
  form.addEventListener(
    'submit',
    (event) => {
      const isHeld = uploads.some((upload) => upload.asksFirst());
      const running = uploads.filter((upload) => upload.isRunning());
      if (!isHeld && running.length === 0) return;
      event.preventDefault();
      if (isHeld) return;
      pressed = event.submitter;
      for (const upload of running) upload.sayItWaits();
    },
    { signal },
  );
}

/** One file field; `settled` hears of every end of an upload and whether it arrived. */
function uploadIn(block: HTMLElement, signal: AbortSignal, settled: (isThere: boolean) => void) {
  const input = block.querySelector<HTMLInputElement>('input[type=file]');
  const address = block.querySelector<HTMLInputElement>('input[type=hidden]');
  const place = block.querySelector<HTMLElement>('[data-upload-status]');
  if (!input || !address || !place) return null;

  const { name } = input;
  const sayIt = sayChosen(input, signal);
  const clear = () => {
    input.value = '';
    sayIt();
  };
  let running: AbortController | null = null;
  /** A file that was meant to go along and does not: "Continuar" asks before it goes on without. */
  let missed: File | null = null;

  const refuse = (file: File, message: string) => {
    missed = file;
    clear();
    drawStatus(place, { state: 'refused', file, message });
  };

  const start = async (file: File) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    missed = null;
    address.value = '';
    input.name = name;
    const problem = problemOf(file, input);
    if (problem) {
      running = null;
      refuse(file, problem);
      return;
    }
    try {
      address.value = await sendFile(file, block.dataset.upload ?? '', mine.signal, (sent) =>
        drawStatus(place, { state: 'sending', file, sent, cancel: () => mine.abort() }),
      );
      // The file stays shown as chosen, but only its address is sent.
      input.removeAttribute('name');
      drawStatus(place, { state: 'done', file });
    } catch (error) {
      if (running !== mine) return;
      if (error instanceof Canceled) {
        clear();
        drawStatus(place, { state: 'canceled', file });
      } else if (error instanceof Refused) refuse(file, error.message);
      else drawStatus(place, { state: 'failed', file, retry: () => void start(file) });
    }
    if (running === mine) running = null;
    settled(Boolean(address.value));
  };

  input.addEventListener(
    'change',
    () => {
      const file = input.files?.[0];
      if (file) void start(file);
    },
    { signal },
  );
  refuseDropOfMany(input, signal, () => place);
  return {
    isRunning: () => running !== null,
    asksFirst: () => {
      if (!missed) return false;
      sayItIsMissing(place, missed);
      input.focus();
      missed = null;
      return true;
    },
    sayItWaits: () => sayItWillGoOn(place),
  };
}
