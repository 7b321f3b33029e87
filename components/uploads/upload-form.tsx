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
  maySaveEach?: boolean;
};

/**
 * Uploads files as soon as they are chosen. Submitting waits for the uploads and sends only their
 * URLs. If a file was refused, the first submission stops with a warning.
 */
export function UploadForm({ goOn, maySaveEach, children, ...form }: Props) {
  const { action = '' } = form;
  const element = useRef<HTMLFormElement>(null);
  /** The button that was pressed while a file was uploading. */
  const [pendingSubmit, setPendingSubmit] = useState<{ button: HTMLElement | null } | null>(null);
  const { sayMissing, ...formUploads } = useUploads({
    goOn,
    keep: maySaveEach ? (field, url) => saveUpload(action, field, url) : undefined,
    onMissing: () => setPendingSubmit(null),
  });
  const isUnderWay = formUploads.uploads.some(isRunning);
  useEffect(() => {
    if (!pendingSubmit || isUnderWay) return;
    setPendingSubmit(null);
    const { button } = pendingSubmit;
    element.current?.requestSubmit(button?.isConnected ? button : undefined);
  }, [pendingSubmit, isUnderWay]);
  const holdSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const button = event.nativeEvent.submitter;
    // A button with a name does something else, such as removing a file. The form then does not go
    // to the next page.
    const goesOn = !button?.hasAttribute('name');
    const missedUpload = goesOn && formUploads.uploads.find((upload) => upload.isMissed);
    if (!missedUpload && !isUnderWay) return;
    event.preventDefault();
    if (missedUpload) {
      sayMissing();
      missedUpload.input.focus();
    } else setPendingSubmit({ button });
  };
  return (
    <Form {...form} ref={element} onSubmitCapture={holdSubmit}>
      <FormUploads value={{ ...formUploads, isPressed: pendingSubmit !== null }}>
        {children}
      </FormUploads>
    </Form>
  );
}

/** Saves an upload in the draft. Returns whether that succeeded. */
async function saveUpload(action: string, field: string, url: string): Promise<boolean> {
  const body = new FormData();
  body.append(`subido-${field}`, url);
  body.append('guardar', '');
  try {
    const response = await fetch(action, { method: 'POST', body });
    await response.body?.cancel();
    // A refusal is in the query, which may also have the draft's id.
    const { pathname, searchParams } = new URL(response.url);
    const isRefused = searchParams.has('error') || searchParams.has('aviso');
    return response.ok && pathname === location.pathname && !isRefused;
  } catch {
    return false;
  }
}
