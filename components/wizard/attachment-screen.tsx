import { Button } from '#components/ui/button.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { StepForm } from '#components/wizard/step-form.tsx';
import { type DraftAttachment, isAttachmentStep } from '#lib/domain/drafts/schema.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { formatSize } from '#lib/platform/format.ts';
import { acceptedExtensions } from '#lib/platform/storage/accepted.ts';

/**
 * One optional file. Without JavaScript the form sends it through the app; with it the enhancer
 * uploads as soon as the file is chosen and the form only carries its address (`subido`).
 */
export function AttachmentScreen({ place, answers, errors, maxUploadMb }: ScreenProps) {
  const { question, lead } = steps[place.step];
  const attached = isAttachmentStep(place.step) ? answers[place.step] : undefined;
  return (
    <>
      <PageHeading lead={lead}>{question}</PageHeading>
      {attached && <Attached step={place.step} file={attached} />}
      <StepForm place={place} action="archivo" submitLabel="Continuar">
        <FileField
          name="archivo"
          label={attached ? 'Cambiar por otro archivo' : 'Archivo'}
          optional
          hint={`PDF, imagen, Word o Excel, hasta ${maxUploadMb} MB.`}
          accept={acceptedExtensions.map((extension) => `.${extension}`).join(',')}
          error={errors.archivo}
          data={{ 'data-max-mb': String(maxUploadMb) }}
        >
          <div data-upload-status="" className="mt-3 empty:hidden" />
        </FileField>
        <input type="hidden" name="subido" />
      </StepForm>
    </>
  );
}

function Attached({ step, file }: { step: string; file: DraftAttachment }) {
  return (
    <form
      method="post"
      action={`/f/gestiona-tu-garantia/${step}/archivo`}
      encType="multipart/form-data"
      data-once=""
      className="mb-8 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface p-4"
    >
      <Icon name="file" className="size-6 text-success" />
      <p className="min-w-0 flex-1 break-words">
        <span className="font-semibold">{file.fileName}</span>{' '}
        <span className="text-sm whitespace-nowrap text-ink-soft">
          {formatSize(file.size)}, recibido
        </span>
      </p>
      <input type="hidden" name="quitar" value="1" />
      <Button variant="quiet" compact>
        Quitar<VisuallyHidden> {file.fileName}</VisuallyHidden>
      </Button>
    </form>
  );
}
