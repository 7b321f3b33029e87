'use client';

import {
  type DragEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ARRIVALS, ConfirmLink } from '#components/documents/confirm-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { useSwitchPage } from '#components/ui/holder-scope.tsx';
import { useAction } from '#components/ui/page-holder.ts';
import { CanceledError, RefusedError, sendHttpRequest } from '#components/uploads/send-file.ts';
import {
  Announced,
  isDropOfMany,
  ONE_ONLY,
  problemOf,
  problemStyle,
  type Status,
  UploadStatus,
} from '#components/uploads/upload-status.tsx';

/**
 * A file that is being sent. If the same `idempotencyKey` is sent twice, the file is stored once.
 */
type Upload = { idempotencyKey: string; file: File; status: Status };

type Props = {
  action: string;
  /** URL to which one file is posted. */
  endpoint: string;
  next: string;
  /** Page on which several files are assigned to categories. */
  orderPath: string | undefined;
  allowsSeveral: boolean;
  label: string;
  dropHint: string;
  maxUploadMb: number;
  error: string | undefined;
  /** The form's part before the file field. */
  head: ReactNode;
  /** The form's part after the file field. */
  children: ReactNode;
};

/**
 * Uploads files one by one and shows the progress. Without scripts it is a plain form for one file.
 */
export function DocumentUploads({
  action,
  orderPath,
  allowsSeveral,
  head,
  children,
  ...props
}: Props) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [hasScripts, setHasScripts] = useState(false);
  const [isTooMany, setTooMany] = useState(false);
  const [endpoint, arrivals] = [useAction(props.endpoint), useAction(ARRIVALS)];
  const switchPagePath = useSwitchPage();
  const form = useRef<HTMLFormElement>(null);
  const stops = useRef(new Map<string, AbortController>());
  useEffect(() => setHasScripts(true), []);

  const countUploads = (...states: Status['state'][]) =>
    uploads.filter(({ status }) => states.includes(status.state)).length;
  const isUnderWay = countUploads('waiting', 'sending') > 0;
  const arrivedCount = isUnderWay ? 0 : countUploads('done');
  const hasProblem = countUploads('refused', 'failed') > 0;
  const nextPath = props.next.includes('?') ? `${props.next}&n=${arrivedCount}` : props.next;
  const href = uploads.length > 1 && orderPath ? orderPath : nextPath;
  useEffect(() => {
    if (arrivedCount > 0 && !hasProblem) location.assign(href);
  }, [arrivedCount, hasProblem, href]);

  const change = (key: string, status: Status) =>
    setUploads((current) =>
      current.map((upload) => (upload.idempotencyKey === key ? { ...upload, status } : upload)),
    );

  const sendOne = async ({ idempotencyKey: once, file }: Upload, isOfSeveral: boolean) => {
    const stop = stops.current.get(once) ?? new AbortController();
    const { signal } = stop;
    const input = form.current?.querySelector<HTMLInputElement>('input[type=file]');
    if (signal.aborted || !form.current || !input) return;
    const end = (state: 'done' | 'canceled' | 'refused' | 'failed', message: string) =>
      change(once, {
        state,
        // Some refusals already name the file.
        message: message.startsWith(`${file.name}: `) ? message : `${file.name}: ${message}`,
      });
    try {
      const problem = problemOf(file, input);
      if (problem) throw new RefusedError(problem);
      const onProgress = (sent: number) => change(once, { state: 'sending', sentBytes: sent });
      onProgress(0);
      // The typed date and title belong to a single file.
      const body = isOfSeveral ? new FormData() : new FormData(form.current);
      body.set('once', once);
      body.set('file', file, file.name);
      const url = isOfSeveral ? arrivals : endpoint;
      await sendHttpRequest('POST', url, body, { signal, onProgress, refusals: 'all' });
      end('done', url === arrivals ? 'subido, falta confirmarlo.' : 'guardado.');
    } catch (error) {
      if (error instanceof CanceledError) end('canceled', 'subida cancelada.');
      else if (error instanceof RefusedError && error.code === 'other_holder')
        location.assign(switchPagePath());
      else if (error instanceof RefusedError) end('refused', error.message);
      else end('failed', 'no pudimos subirlo. Revisa tu conexión.');
    }
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUnderWay) return;
    const input = event.currentTarget.querySelector<HTMLInputElement>('input[type=file]');
    const addedUploads = [...(input?.files ?? [])].map((file): Upload => {
      const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
      stops.current.set(key, new AbortController());
      return {
        idempotencyKey: key,
        file,
        status: { state: 'waiting', message: `${file.name}: en espera.` },
      };
    });
    setTooMany(false);
    setUploads(addedUploads);
    for (const upload of addedUploads)
      await sendOne(upload, addedUploads.length > 1 && orderPath !== undefined);
  };
  const cancel = ({ idempotencyKey: once, file, status }: Upload) => {
    stops.current.get(once)?.abort();
    if (status.state === 'waiting') {
      change(once, { state: 'canceled', message: `${file.name}: cancelado.` });
    }
  };
  const retry = (upload: Upload) => {
    stops.current.set(upload.idempotencyKey, new AbortController());
    void sendOne(upload, uploads.length > 1 && orderPath !== undefined);
  };
  const refuse = (event: DragEvent) => {
    if (allowsSeveral || !isDropOfMany(event)) return;
    event.preventDefault();
    setTooMany(true);
  };
  return (
    <Form
      action={action}
      noValidate={false}
      encType="multipart/form-data"
      data-documents=""
      ref={form}
      onSubmitCapture={submit}
      className="mt-5 grid gap-5"
    >
      {head}
      <div>
        <FileField
          name="file"
          label="Archivo"
          maxUploadMb={props.maxUploadMb}
          required
          error={props.error}
          // Without scripts the form accepts only one file.
          multiple={allowsSeveral && hasScripts}
          onFiles={() => setTooMany(false)}
          onDropCapture={refuse}
        />
        <p hidden={!hasScripts} className="mt-2 text-sm text-ink-soft pointer-coarse:hidden">
          {props.dropHint}
        </p>
      </div>
      {children}
      <ul data-progress="" className="grid gap-4 empty:hidden">
        {isTooMany && (
          <li>
            <Announced className={problemStyle}>{ONE_ONLY}</Announced>
          </li>
        )}
        {uploads.map((upload) => (
          <li key={upload.idempotencyKey}>
            <UploadStatus {...upload} cancel={() => cancel(upload)} retry={() => retry(upload)} />
          </li>
        ))}
        {arrivedCount > 0 && hasProblem && <ConfirmLink href={href} />}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button wide variant={arrivedCount > 0 && hasProblem ? 'secondary' : 'primary'}>
          {props.label}
        </Button>
      </div>
    </Form>
  );
}
