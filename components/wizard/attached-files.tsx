'use client';

import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { useFormUploads } from '#components/uploads/upload-form.tsx';
import { isSameFile } from '#components/uploads/use-uploads.ts';
import { ViewFile } from '#components/wizard/view-file.tsx';
import { formatSize } from '#lib/platform/chile/format.ts';
import type { OpenForm } from '#lib/platform/operations/field-name.ts';

/**
 * A file of the draft. `id` is what the form posts to remove it: the id of an upload or, for an
 * external file, its URL. `isClosed` is set for a copy from another's vault, which is not opened.
 */
type StoredFile = { id: string; name: string; size: number; isClosed?: boolean };

type Props = { kind: string; storedFiles: readonly StoredFile[]; viewPath: string };

/**
 * Shows the draft's files. "Quitar" posts the whole form, so files that were chosen but not yet
 * uploaded are sent too.
 */
export function AttachedFiles({ kind, storedFiles, viewPath }: Props) {
  const keptFiles: readonly StoredFile[] = useFormUploads().keptFiles[kind] ?? [];
  // A file that was chosen again has replaced the stored one.
  const isReplaced = (file: StoredFile) => keptFiles.some((keptFile) => isSameFile(keptFile, file));
  const files = [...storedFiles.filter((file) => !isReplaced(file)), ...keptFiles];
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {files.map(({ id, name, size, isClosed }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-2"
        >
          <Icon name="file" className="size-6 text-success" />
          <p className="min-w-0 flex-1 break-words">
            <span className="font-semibold">{name}</span>{' '}
            <span className="text-sm whitespace-nowrap text-ink-soft">
              {formatSize(size)}, recibido
            </span>
          </p>
          {!isClosed && <ViewFile viewPath={viewPath} id={id} name={name} isButton />}
          <Button<OpenForm> variant="quiet" compact name="quitar" value={id}>
            Quitar<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </li>
      ))}
    </ul>
  );
}
