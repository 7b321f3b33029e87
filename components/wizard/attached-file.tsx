'use client';

import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { useFormUploads } from '#components/uploads/upload-form.tsx';
import { formatSize } from '#lib/platform/chile/format.ts';
import type { OpenForm } from '#lib/platform/operations/field-name.ts';

type Props = { kind: string; stored: { fileName: string; size: number } | undefined };

/** Shows the draft's file. "Quitar" submits the same form, including newly chosen files. */
export function AttachedFile({ kind, stored }: Props) {
  const { name: fileName, size } = useFormUploads().kept[kind] ?? {
    name: stored?.fileName,
    size: stored?.size ?? 0,
  };
  if (!fileName) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-2">
      <Icon name="file" className="size-6 text-success" />
      <p className="min-w-0 flex-1 break-words">
        <span className="font-semibold">{fileName}</span>{' '}
        <span className="text-sm whitespace-nowrap text-ink-soft">
          {formatSize(size)}, recibido
        </span>
      </p>
      <Button<OpenForm> variant="quiet" compact name="quitar" value={kind}>
        Quitar<VisuallyHidden> {fileName}</VisuallyHidden>
      </Button>
    </div>
  );
}
