import { listAttachableDocuments } from '#app/_lib/own-documents.ts';
import { findSender } from '#app/gestiona-tu-garantia/_lib/sender.ts';
import type { WizardPageProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { AttachedFiles, UploadField } from '#components/wizard/lazy-fields.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { attachmentsOf, mayOpenFile } from '#lib/domain/drafts/schema.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { formPath } from '#lib/domain/drafts/view.ts';
import { attachmentExamples, attachmentLabel } from '#lib/domain/requests/submissions/copy.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { getEnv } from '#lib/platform/config/env.ts';

/** Uploads a file when it is chosen or, without scripts, together with the form. */
export async function AttachmentsPage({ page, answers, errors }: WizardPageProps) {
  const [vaultDocuments, sender] = await Promise.all([listAttachableDocuments(), findSender()]);
  const { question, intro } = steps[page.step];
  const labelled = uploadKinds.map((kind) => ({
    kind,
    label: attachmentLabel(kind, answers.values.sistemaLicitacion),
  }));
  return (
    <>
      <PageHeading intro={intro}>{question}</PageHeading>
      <StepForm page={page} hasFiles>
        {labelled.map(({ kind, label }) => (
          <UploadField
            key={kind}
            type={kind}
            name={kind}
            label={label}
            optional
            hint={attachmentExamples[kind]}
            maxUploadMb={getEnv().maxUploadMb}
            hasStored={attachmentsOf(answers, kind).length > 0}
            error={errors[kind]}
          >
            {vaultDocuments.length > 0 && (
              <SelectField
                name={`carpeta-${kind}`}
                label={`O elige uno de tu carpeta: ${label.toLowerCase()}`}
                hint="Va una copia con la solicitud."
                placeholder="Ninguno"
                options={vaultDocuments}
              />
            )}
            <AttachedFiles
              kind={kind}
              viewPath={formPath('documentos/ver', page)}
              storedFiles={attachmentsOf(answers, kind).map((file) => ({
                id: file.uploadId,
                name: file.fileName,
                size: file.size,
                isClosed: !mayOpenFile(file, sender),
              }))}
            />
          </UploadField>
        ))}
      </StepForm>
    </>
  );
}
