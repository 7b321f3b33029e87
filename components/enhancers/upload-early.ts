import { Canceled, Refused, sendFile } from '#components/enhancers/send-file.ts';
import { problemOf } from '#components/enhancers/upload-problem.ts';
import {
  drawStatus,
  sayItIsMissing,
  sayItWillGoOn,
  sayThatOneFits,
} from '#components/enhancers/upload-status.ts';

/**
 * Uploads the file of an attachment form as soon as it is chosen, with progress, cancel and retry.
 * "Continuar" waits for a running upload; the form then carries only the file's address. After a
 * refused file it asks once, so that a missing file is no surprise later.
 */
export function uploadEarly(signal: AbortSignal): void {
  const form = document.querySelector<HTMLFormElement>('form[data-upload]');
  const input = form?.querySelector<HTMLInputElement>('input[type=file]');
  const address = form?.querySelector<HTMLInputElement>('input[name=subido]');
  const place = form?.querySelector<HTMLElement>('[data-upload-status]');
  if (!form || !input || !address || !place) return;

  const { name } = input;
  let running: AbortController | null = null;
  let continueAfter = false;
  /** A file that was meant to go along and does not: "Continuar" asks before it goes on without. */
  let missed: File | null = null;

  const refuse = (file: File, message: string) => {
    missed = file;
    input.value = '';
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
      address.value = await sendFile(file, form.dataset.upload ?? '', mine.signal, (sent) =>
        drawStatus(place, { state: 'sending', file, sent, cancel: () => mine.abort() }),
      );
      // The file stays shown as chosen, but only its address is sent.
      input.removeAttribute('name');
      drawStatus(place, { state: 'done', file });
    } catch (error) {
      if (running !== mine) return;
      if (error instanceof Canceled) {
        input.value = '';
        drawStatus(place, { state: 'canceled', file });
      } else if (error instanceof Refused) refuse(file, error.message);
      else drawStatus(place, { state: 'failed', file, retry: () => void start(file) });
      continueAfter = false;
    } finally {
      if (running === mine) running = null;
    }
    if (continueAfter && address.value) form.requestSubmit();
  };

  input.addEventListener(
    'change',
    () => {
      const file = input.files?.[0];
      if (file) void start(file);
    },
    { signal },
  );
  input.addEventListener(
    'drop',
    (event) => {
      if ((event.dataTransfer?.files.length ?? 0) < 2) return;
      event.preventDefault();
      sayThatOneFits(place);
    },
    { signal },
  );
  form.addEventListener(
    'submit',
    (event) => {
      if (missed) {
        event.preventDefault();
        sayItIsMissing(place, missed);
        input.focus();
        missed = null;
        return;
      }
      if (!running) return;
      event.preventDefault();
      continueAfter = true;
      sayItWillGoOn(place);
    },
    { signal },
  );
}
