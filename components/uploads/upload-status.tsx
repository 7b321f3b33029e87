import { type DragEvent, useEffect, useState } from 'react';
import { formatSize } from '#lib/platform/chile/format.ts';
import { isHeicName } from '#lib/platform/storage/inspection/accepted.ts';

export type Status =
  | { state: 'waiting' | 'done' | 'canceled' | 'refused' | 'failed'; message: string }
  | { state: 'sending'; sentBytes: number };

type Props = {
  file: File;
  status: Status;
  cancel?: (() => void) | undefined;
  retry?: (() => void) | undefined;
};

/** Shows the progress of an upload. Screen readers hear it only every ten per cent. */
export function UploadStatus({ file, status, cancel, retry }: Props) {
  if (status.state !== 'sending') {
    return (
      <>
        <Announced className={stateStyles[status.state]}>{status.message}</Announced>
        {status.state === 'waiting' && cancel && <TextButton label="Cancelar" onClick={cancel} />}
        {status.state === 'failed' && retry && <TextButton label="Reintentar" onClick={retry} />}
      </>
    );
  }
  const sentBytes = Math.min(status.sentBytes, file.size);
  const percent = Math.round((sentBytes / file.size) * 100);
  const size = `${formatSize(sentBytes)} de ${formatSize(file.size)}`;
  const progressText = (share: number, detail = '') =>
    percent >= 100 ? `Revisando ${file.name}…` : `Subiendo ${file.name}: ${share} %${detail}`;
  return (
    <>
      <Announced className="sr-only">{progressText(percent - (percent % 10))}</Announced>
      <progress
        className="meter my-2 block w-full"
        max={100}
        value={percent}
        aria-label={`Subiendo ${file.name}`}
      />
      <p className="text-sm tabular-nums text-ink-soft wrap-anywhere" aria-hidden="true">
        {progressText(percent, ` (${size})`)}
      </p>
      {cancel && <TextButton label="Cancelar" onClick={cancel} />}
    </>
  );
}

/** Sets the text after mounting, because screen readers announce only changes. */
export function Announced({ className, children }: { className: string; children: string }) {
  const [words, setWords] = useState('');
  useEffect(() => setWords(children), [children]);
  return (
    <p role="status" className={className}>
      {words}
    </p>
  );
}

export function TextButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="btn btn-secondary btn-compact mt-2" onClick={onClick}>
      {label}
    </button>
  );
}

/**
 * Returns whether several files are dropped. An input for one file would silently take the first.
 */
export function isDropOfMany({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.files.length > 1;
}

export const ONE_ONLY = 'Aquí cabe un solo archivo: suelta solo uno.';

/** Text for all refused names, because each page loads it. The server says more. */
const REFUSED_NAME = 'Sube un PDF, una imagen JPG, PNG o WEBP, o un Word o Excel sin macros.';

/** Returns why a file would be refused, or null. Checked before the upload, to save mobile data. */
export function problemOf(file: File, input: HTMLInputElement): string | null {
  const megabytes = Number(input.dataset.maxMb);
  if (file.size > megabytes * 1024 * 1024) return `El archivo supera los ${megabytes} MB.`;
  if (file.size === 0) return 'El archivo está vacío.';
  const accepted = input.accept.split(',');
  const isAccepted = accepted.some((extension) => file.name.toLowerCase().endsWith(extension));
  // Phones sometimes name a JPEG `.heic`, and mails drop the extension, so the server checks the
  // content.
  const hasExtension = /\.[a-z\d]{1,10}$/i.test(file.name);
  return isAccepted || !hasExtension || isHeicName(file.name) ? null : REFUSED_NAME;
}

export const problemStyle = 'font-semibold text-danger';

const stateStyles = {
  waiting: '',
  done: 'font-semibold text-success',
  canceled: '',
  refused: problemStyle,
  failed: problemStyle,
};
