import { DocumentStatusTag } from '#components/documents/document-status-tag.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { documentStatus } from '#lib/domain/alerts/rules.ts';
import {
  documentTitle,
  openPath,
  type ShownDocument,
  searchDocuments,
} from '#lib/domain/documents/view.ts';
import { formatCount } from '#lib/platform/chile/format.ts';

type Props = {
  documents: readonly ShownDocument[];
  /** The text that was typed to find documents. */
  query: string | undefined;
  now: number;
};

const MAX_LENGTH = 200;

/** Searches the documents. The title of each that was found opens its file. */
export function DocumentSearch({ documents, query = '', now }: Props) {
  const q = query.trim().slice(0, MAX_LENGTH);
  if (documents.length === 0) return null;
  const foundDocuments = q ? searchDocuments(documents, q) : [];
  return (
    <div className="mb-6">
      <search>
        <Form method="get" action="/panel/documentos" className="flex gap-3">
          <input
            name="q"
            type="search"
            aria-label="Buscar un documento"
            placeholder="Buscar por nombre, tipo o archivo"
            autoComplete="off"
            maxLength={MAX_LENGTH}
            defaultValue={q}
            className="control min-h-11! min-w-0 flex-1 py-1!"
          />
          <Button variant="secondary" compact>
            Buscar
          </Button>
        </Form>
      </search>
      {q && (
        <p className="mt-3">
          {foundDocuments.length === 0
            ? `Nada coincide con “${q}”.`
            : formatCount(foundDocuments.length, 'documento coincide', 'documentos coinciden')}{' '}
          <a href="/panel/documentos" className="inline-block py-1.5">
            Ver todos
          </a>
        </p>
      )}
      {foundDocuments.length > 0 && (
        <ul className="mt-2 border-t border-line">
          {foundDocuments.map((document) => (
            <FoundDocument key={document.id} {...{ document, now }} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FoundDocument({ document, now }: { document: ShownDocument; now: number }) {
  const title = documentTitle(document);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="py-1.5 font-semibold wrap-anywhere">
          {document.state === 'kept' ? (
            <a href={openPath(document)} target="_blank" rel="noopener">
              {title}
              <VisuallyHidden> en otra pestaña</VisuallyHidden>
            </a>
          ) : (
            title
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">{document.fileName}</p>
      </div>
      <DocumentStatusTag status={documentStatus(document, now)} />
      <a href={`/panel/documentos/${document.category}`} className="inline-block py-1.5">
        Detalles<VisuallyHidden> de {title}</VisuallyHidden>
      </a>
    </li>
  );
}
