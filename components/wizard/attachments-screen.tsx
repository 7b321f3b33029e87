import { Button } from '#components/ui/button.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { StepForm } from '#components/wizard/step-form.tsx';
import type { DraftAttachment } from '#lib/domain/drafts/schema.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { attachmentExamples, attachmentLabels } from '#lib/domain/guarantees/copy.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { formatSize } from '#lib/platform/chile/format.ts';

/** Without JavaScript the form sends the files; with it each is uploaded as soon as chosen. */
export function AttachmentsScreen({ place, answers, errors, maxUploadMb, vault }: ScreenProps) {
  const { question, lead } = steps[place.step];
  return (
    <>
      <PageHeading lead={lead}>{question}</PageHeading>
      <StepForm place={place} files>
        {uploadKinds.map((kind) => (
          <div key={kind} data-upload={kind} className="grid gap-3">
            <FileField
              name={kind}
              label={attachmentLabels[kind]}
              optional
              hint={attachmentExamples[kind]}
              maxMb={maxUploadMb}
              error={errors[kind]}
            >
              <div data-upload-status="" className="mt-3 empty:hidden" />
            </FileField>
            <input type="hidden" name={`subido-${kind}`} />
            {vault.length > 0 && (
              <SelectField
                name={`carpeta-${kind}`}
                label={`O elige uno de tu carpeta: ${attachmentLabels[kind].toLowerCase()}`}
                hint="Va una copia con la solicitud."
                placeholder="Ninguno"
                options={vault}
              />
            )}
            <div data-attached={kind} className="empty:hidden">
              {answers[kind] && <Attached kind={kind} file={answers[kind]} />}
            </div>
          </div>
        ))}
      </StepForm>
    </>
  );
}

/** Its button is of the same form: what was chosen in the other field goes along. */
function Attached({ kind, file }: { kind: UploadKind; file: DraftAttachment }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-2">
      <Icon name="file" className="size-6 text-success" />
      <p className="min-w-0 flex-1 break-words">
        <span className="font-semibold">{file.fileName}</span>{' '}
        <span className="text-sm whitespace-nowrap text-ink-soft">
          {formatSize(file.size)}, recibido
        </span>
      </p>
      <Button variant="quiet" compact name="quitar" value={kind}>
        Quitar<VisuallyHidden> {file.fileName}</VisuallyHidden>
      </Button>
    </div>
  );
}
