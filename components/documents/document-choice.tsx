import { AllDocuments } from '#components/documents/all-documents.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { FieldError } from '#components/ui/field-error.tsx';
import { MAX_DOCUMENTS } from '#lib/domain/share-links/rules.ts';

export type Shareable = { fileId: string; title: string; fileName: string; note: string };

type Props = {
  documents: readonly Shareable[];
  chosen: ReadonlySet<string>;
  /** `fileId`s that "Todos los que no han vencido" stands for. */
  valid: readonly string[];
  /** All of the valid ones were chosen by their own box. */
  all: boolean;
  name: 'documentKey' | 'documentKeys';
  error: string | undefined;
};

export function DocumentChoice({ documents, chosen, valid, all, name, error }: Props) {
  return (
    <fieldset className={error ? 'border-l-4 border-danger pl-4' : undefined}>
      <legend className="font-semibold">¿Qué compartes?</legend>
      <p className="text-sm text-ink-soft">
        Hasta {MAX_DOCUMENTS} documentos. Quien tenga el enlace los descarga de a uno o todos
        juntos.
      </p>
      {error && <FieldError name={name} message={error} />}
      <div id={name} tabIndex={-1} className="mt-1 grid">
        {valid.length > 1 && <AllDocuments fileIds={valid} isChosen={all} />}
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
    </fieldset>
  );
}
