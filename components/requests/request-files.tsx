import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { SelectField, type SelectOption } from '#components/ui/select-field.tsx';
import { SummaryList, type SummaryRow } from '#components/ui/summary-list.tsx';
import { attachmentExamples, attachmentLabels, missingText } from '#lib/domain/guarantees/copy.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';

type Props = {
  /** What was sent. */
  documents: readonly SummaryRow[];
  missing: readonly UploadKind[];
  /** Where more is posted; null once none is taken. */
  action: string | null;
  /** The view of the page. */
  once: string;
  errors: Record<string, string>;
  maxUploadMb: number;
  vault: readonly SelectOption[];
  done: string | undefined;
};

/** What came with a request or after it, and what it lacks. Without JavaScript the form sends the files. */
export function RequestFiles({ documents, missing, action, once, errors, ...props }: Props) {
  if (documents.length === 0 && action === null) return null;
  return (
    <Card id="documentos" title="Documentos">
      <DoneNotice tight>{props.done}</DoneNotice>
      {documents.length > 0 && <SummaryList rows={documents} />}
      {action !== null && (
        <form
          method="post"
          action={action}
          encType="multipart/form-data"
          data-once=""
          noValidate
          className="mt-4 grid gap-5 print:hidden"
        >
          <p>
            {missing.length > 0 ? (
              <strong>{missingText(missing)}.</strong>
            ) : (
              'No falta ningún documento. Puedes agregar otros.'
            )}
          </p>
          <input type="hidden" name="envio" value={once} />
          {[...missing, 'adicional' as const].map((kind) => (
            <div key={kind} data-upload={kind} className="grid gap-3">
              <FileField
                name={kind}
                label={attachmentLabels[kind]}
                hint={attachmentExamples[kind]}
                multiple
                maxMb={props.maxUploadMb}
                error={errors[kind]}
              >
                <div data-upload-status="" className="mt-3 grid gap-3 empty:hidden" />
              </FileField>
              <input type="hidden" name={`subido-${kind}`} />
              {props.vault.length > 0 && (
                <SelectField
                  name={`carpeta-${kind}`}
                  label={`O uno de tu carpeta: ${attachmentLabels[kind].toLowerCase()}`}
                  placeholder="Ninguno"
                  options={props.vault}
                />
              )}
            </div>
          ))}
          <div>
            <Button wide variant={missing.length > 0 ? 'primary' : 'secondary'}>
              Enviar documentos
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}
