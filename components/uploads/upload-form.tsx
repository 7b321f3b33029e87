'use client';

import {
  type ComponentProps,
  createContext,
  type SubmitEvent,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Form } from '#components/ui/form.tsx';
import { isRunning, useUploads } from '#components/uploads/use-uploads.ts';

type Uploads = Omit<ReturnType<typeof useUploads>, 'sayMissing'> & { isPressed: boolean };

const FormUploads = createContext<Uploads | null>(null);

export function useFormUploads(): Uploads {
  const uploads = use(FormUploads);
  if (!uploads) throw new Error('An upload field stands outside of an upload form.');
  return uploads;
}

type Props = ComponentProps<typeof Form> & {
  /** Label of the button that submits the form. */
  goOn: string;
  /** True if `action` can save a single upload, marked by the field `guardar`. */
  canSaveEach?: boolean;
};

/**
 * Uploads files as soon as they are chosen. Submitting waits for the uploads and sends only their
 * URLs. If a file was refused, the first submission stops with a warning.
 */
export function UploadForm({ goOn, canSaveEach, children, ...form }: Props) {
  const { action = '' } = form;
  const element = useRef<HTMLFormElement>(null);
  /** The button that was pressed while a file was uploading. */
  const [pressed, setPressed] = useState<{ button: HTMLElement | null } | null>(null);
  const { sayMissing, ...all } = useUploads({
    goOn,
    keep: canSaveEach ? (field, url) => saveUpload(action, field, url) : undefined,
    onMissing: () => setPressed(null),
  });
  const isUnderWay = all.uploads.some(isRunning);
  useEffect(() => {
    if (!pressed || isUnderWay) return;
    setPressed(null);
    const { button } = pressed;
    element.current?.requestSubmit(button?.isConnected ? button : undefined);
  }, [pressed, isUnderWay]);
  const hold = (event: SubmitEvent<HTMLFormElement>) => {
    const button = event.nativeEvent.submitter;
    // A button with a name does something else, such as removing a file, and does not go on.
    const goesOn = !button?.hasAttribute('name');
    const missed = goesOn && all.uploads.find((upload) => upload.isMissed);
    if (!missed && !isUnderWay) return;
    event.preventDefault();
    if (missed) {
      sayMissing();
      missed.input.focus();
    } else setPressed({ button });
  };
  return (
    <Form {...form} ref={element} onSubmitCapture={hold}>
      <FormUploads value={{ ...all, isPressed: pressed !== null }}>{children}</FormUploads>
    </Form>
  );
}

/** Saves an upload in the draft. Returns whether that succeeded. */
async function saveUpload(action: string, field: string, url: string): Promise<boolean> {
  const body = new FormData();
  body.append(`subido-${field}`, url);
  body.append('guardar', '');
  try {
    const reply = await fetch(action, { method: 'POST', body });
    await reply.body?.cancel();
    // A refusal is in the query, which may also have the draft's id.
    const { pathname, searchParams } = new URL(reply.url);
    const isRefused = searchParams.has('error') || searchParams.has('aviso');
    return reply.ok && pathname === location.pathname && !isRefused;
  } catch {
    return false;
  }
}
