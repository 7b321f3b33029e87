import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { MAX_FORMER_VERSIONS } from '#lib/domain/documents/rules.ts';
import type { restoreBody } from '#lib/domain/documents/schema.ts';
import type { ShownDocument } from '#lib/domain/documents/view.ts';
import { formatDay, formatSize } from '#lib/platform/chile/format.ts';

export type PreviousVersion = Omit<ShownDocument, 'state'>;

export function PreviousVersions({ versions }: { versions: readonly PreviousVersion[] }) {
  if (versions.length === 0) return null;
  return (
    <details className="mt-4 border-t border-line pt-2">
      <summary className="cursor-pointer py-1.5 text-sm font-semibold text-brand">
        {versions.length === 1 ? 'Versión anterior' : `Versiones anteriores (${versions.length})`}
      </summary>
      <p className="text-sm text-ink-soft">
        Los enlaces no las muestran. Guardamos hasta {MAX_FORMER_VERSIONS}, mientras haya espacio.
      </p>
      <ul className="text-sm">
        {versions.map(({ id, fileId, category, customTitle, fileName, uploadedAt, size }) => (
          <li key={id} className="border-b border-line py-3 last:border-b-0 last:pb-0">
            <p className="break-words">
              <a href={`/api/documents/download?key=${fileId}&inline=1`} className="font-semibold">
                {customTitle ?? fileName}
              </a>
              <br />
              Versión anterior, subida el{' '}
              <span className="whitespace-nowrap">{formatDay(uploadedAt)}</span>, {formatSize(size)}
            </p>
            <EditorsOnly>
              <div className="mt-2 flex flex-wrap items-start gap-2">
                <RestoreButton category={category} documentId={id}>
                  Volver a esta versión <VisuallyHidden>{fileName}</VisuallyHidden>
                </RestoreButton>
                <ConfirmButton
                  verb="Eliminar"
                  subject={`la versión anterior ${fileName}`}
                  buttonStyle={{ variant: 'quiet', compact: true }}
                  question="Se borra en el acto y no se puede recuperar."
                  action={`/panel/documentos/${category}/eliminar`}
                  field={{ name: 'documentId', value: id }}
                  extraField={{ name: 'category', value: category }}
                />
              </div>
            </EditorsOnly>
          </li>
        ))}
      </ul>
    </details>
  );
}

type Props = { category: string; documentId: string; children: ReactNode };

/** A button that restores a document that was replaced or deleted a moment ago. */
export function RestoreButton({ category, documentId, children }: Props) {
  return (
    <EditorsOnly>
      <Form action={`/panel/documentos/${category}/recuperar`}>
        <HiddenField<typeof restoreBody> name="documentId" value={documentId} />
        <Button variant="secondary" compact>
          {children}
        </Button>
      </Form>
    </EditorsOnly>
  );
}
