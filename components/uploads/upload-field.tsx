'use client';

import type { ComponentProps, ReactNode } from 'react';
import { FileField } from '#components/ui/file-field.tsx';
import { useFormUploads } from '#components/uploads/upload-form.tsx';
import { Announced, TextButton, UploadStatus } from '#components/uploads/upload-status.tsx';
import { isRunning } from '#components/uploads/use-uploads.ts';

type Props = Omit<ComponentProps<typeof FileField>, 'multiple'> & {
  /** The kind of upload that the files become. */
  type: string;
  /** True if the draft has files of this kind. */
  hasStored?: boolean;
  /** Other ways to provide the files. */
  children?: ReactNode;
};

/** A field for several files within `UploadForm`. Without scripts the form submits its files. */
export function UploadField({ type, hasStored, children, ...field }: Props) {
  const { name } = field;
  const { uploads, keptFiles, isPressed, choose, drop, cancel, retry } = useFormUploads();
  const ownUploads = uploads.filter((upload) => upload.field === name);
  return (
    <div data-upload={type} className="grid gap-3">
      <FileField
        {...field}
        multiple
        isMore={hasStored || Boolean(keptFiles[name])}
        onFiles={(input) => choose({ field: name, type, input })}
      >
        <div data-upload-status="" className="mt-3 grid gap-3 empty:hidden">
          {ownUploads.map((upload) => (
            <div key={upload.id} className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
              <UploadStatus
                file={upload.file}
                status={upload.status}
                cancel={upload.status.state === 'sending' ? () => cancel(upload) : undefined}
                retry={() => void retry(upload)}
              />
              {upload.url && <TextButton label="Quitar" onClick={() => drop(upload)} />}
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
