'use client';

import { type ComponentProps, type DragEvent, type ReactNode, useState } from 'react';
import { FileField } from '#components/ui/file-field.tsx';
import { useFormUploads } from '#components/uploads/upload-form.tsx';
import {
  Announced,
  isDropOfMany,
  ONE_ONLY,
  problemStyle,
  TextButton,
  UploadStatus,
} from '#components/uploads/upload-status.tsx';
import { isRunning } from '#components/uploads/use-uploads.ts';

type Props = ComponentProps<typeof FileField> & {
  /** The kind of upload that the file becomes. */
  type: string;
  /** Other ways to provide the file. */
  children?: ReactNode;
};

/** A file field within `UploadForm`. Without scripts the form submits its files. */
export function UploadField({ type, children, ...field }: Props) {
  const { name, multiple } = field;
  const { uploads, isPressed, choose, drop, cancel, retry } = useFormUploads();
  const [isTooMany, setTooMany] = useState(false);
  const ownUploads = uploads.filter((upload) => upload.field === name);
  const [single] = multiple ? [] : ownUploads;
  const isEmptied = single && ['refused', 'canceled'].includes(single.status.state);
  const refuse = (event: DragEvent) => {
    if (multiple || !isDropOfMany(event)) return;
    event.preventDefault();
    setTooMany(true);
  };
  return (
    <div data-upload={type} className="grid gap-3">
      <FileField
        {...field}
        // A single file is still shown as chosen, but only its URL is submitted.
        holds={single && (isEmptied ? null : single.file.name)}
        isSent={single?.status.state !== 'done'}
        onFiles={(input) => {
          setTooMany(false);
          choose({ field: name, type, input });
        }}
        onDropCapture={refuse}
      >
        <div data-upload-status="" className="mt-3 grid gap-3 empty:hidden">
          {isTooMany && <Announced className={problemStyle}>{ONE_ONLY}</Announced>}
          {ownUploads.map((upload) => (
            <div
              key={upload.id}
              className={multiple ? 'flex flex-wrap justify-between gap-x-4 wrap-anywhere' : ''}
            >
              <UploadStatus
                file={upload.file}
                status={upload.status}
                cancel={upload.status.state === 'sending' ? () => cancel(upload) : undefined}
                retry={() => void retry(upload)}
              />
              {multiple && upload.url && <TextButton label="Quitar" onClick={() => drop(upload)} />}
              {isPressed && isRunning(upload) && (
                <Announced className="mt-2 font-semibold">
                  Seguiremos en cuanto termine de subir.
                </Announced>
              )}
            </div>
          ))}
        </div>
      </FileField>
      <input
        type="hidden"
        name={`subido-${name}`}
        value={ownUploads.flatMap(({ url }) => url ?? []).join(' ')}
      />
      {children}
    </div>
  );
}
