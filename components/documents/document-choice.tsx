import { AllDocuments } from '#components/documents/all-documents.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { FieldError } from '#components/ui/field-error.tsx';
import { MAX_DOCUMENTS } from '#lib/domain/share-links/rules.ts';

export type ShareableDocument = { fileId: string; title: string; fileName: string; note: string };

type Props = {
  documents: readonly ShareableDocument[];
  chosen: ReadonlySet<string>;
  /** The `fileId`s that "Todos los que no han vencido" chooses. */
  validFileIds: readonly string[];
  /** Other valid documents, for which the link has no room. */
  omittedDocuments?: readonly ShareableDocument[];
  /** True if a person chose every valid document by its own box. */
  areAllChosen: boolean;
  name: 'documentKey' | 'documentKeys';
  error: string | undefined;
};

/**
 * A longer list folds the documents that are not chosen. If more than this many are
 * chosen, those are folded too, below a line with their titles: nothing is shared unseen, and the
 * button stays near.
 */
const MAX_UNFOLDED = 8;
const MAX_OTHER_DOCUMENTS = 3;

export function DocumentChoice(props: Props) {
  const {
    documents,
    chosen,
    validFileIds,
    omittedDocuments = [],
    areAllChosen,
    name,
    error,
  } = props;
  const isLong = documents.length > MAX_UNFOLDED && chosen.size > 0;
  const shownDocuments = isLong ? documents.filter(({ fileId }) => chosen.has(fileId)) : documents;
  // Names how many documents the box adds, because that number differs from the number of chosen
  // ones.
  const othersOf = (fileIds: readonly string[]) => {
    const others = documents.filter(
      ({ fileId }) => fileIds.includes(fileId) && !chosen.has(fileId),
    );
    return others.length > 0 &&
      others.length <= MAX_OTHER_DOCUMENTS &&
      others.length < fileIds.length
      ? others.map(({ title }) => title)
      : [];
  };
  const foldedDocuments = documents.filter((document) => !shownDocuments.includes(document));
  return (
    <fieldset className={error ? 'border-l-4 border-danger pl-4' : undefined}>
      <legend className="font-semibold">¿Qué compartes?</legend>
      <p className="text-sm text-ink-soft">
        Hasta {MAX_DOCUMENTS} documentos. Quien tenga el enlace los descarga de a uno o todos
        juntos.
      </p>
      {error && <FieldError name={name} message={error} />}
      <div id={name} tabIndex={-1} className="mt-1 grid">
        {validFileIds.length > 1 && (
          <div className="mb-2 border-b border-line pb-4">
            <AllDocuments
              fileIds={validFileIds}
              isChosen={areAllChosen}
              otherTitles={othersOf(validFileIds)}
            />
            {omittedDocuments.length > 0 && (
              <p className="text-sm wrap-anywhere">
                En un enlace caben {MAX_DOCUMENTS}:{' '}
                {omittedDocuments.length === 1 ? 'queda' : 'quedan'} fuera{' '}
                {omittedDocuments.map(({ title, fileName }) => `${title} (${fileName})`).join(', ')}
                . Compártelos en otro enlace.
              </p>
            )}
          </div>
        )}
        {isLong && shownDocuments.length > MAX_UNFOLDED ? (
          <details open={Boolean(error)}>
            <summary className="w-fit cursor-pointer py-2.5 font-semibold text-brand">
              Los {shownDocuments.length} elegidos: ver o cambiar
            </summary>
            <Boxes documents={shownDocuments} chosen={chosen} />
          </details>
        ) : (
          <Boxes documents={shownDocuments} chosen={chosen} />
        )}
        {isLong && shownDocuments.length > MAX_UNFOLDED && (
          <p className="text-sm wrap-anywhere text-ink-soft">
            {shownDocuments.map(({ title }) => title).join(', ')}
          </p>
        )}
        {foldedDocuments.length > 0 && (
          <details>
            <summary className="mt-2 w-fit cursor-pointer py-2.5 font-semibold text-brand">
              {foldedDocuments.length === 1
                ? 'Ver el otro'
                : `Ver los otros ${foldedDocuments.length}`}
            </summary>
            <Boxes documents={foldedDocuments} chosen={chosen} />
          </details>
        )}
      </div>
    </fieldset>
  );
}

function Boxes({ documents, chosen }: Pick<Props, 'documents' | 'chosen'>) {
  return (
    <div className="grid gap-2 sm:grid-cols-2 sm:gap-3 [&_.field]:grid [&_.option]:mt-0">
      {documents.map(({ fileId, title, fileName, note }) => (
        <Checkbox
          key={fileId}
          name={`doc-${fileId}`}
          value="si"
          label={<span className="font-semibold">{title}</span>}
          hint={`${fileName} · ${note}`}
          defaultChecked={chosen.has(fileId)}
        />
      ))}
    </div>
  );
}
