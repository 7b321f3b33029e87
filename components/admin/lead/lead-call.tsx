import type { ReactNode } from 'react';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LeadSection } from '#components/admin/lead/lead-section.tsx';
import { LastEvent } from '#components/admin/lead/lead-watch.tsx';
import { UndeliveredWarning } from '#components/admin/lead/undelivered-mail.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { type callRecordForm, MAX_REPLY_LENGTH } from '#lib/domain/requests/team/schema.ts';
import { pendingCallMark } from '#lib/domain/requests/team/view.ts';

type Props = LeadPartProps & {
  /** Idempotency key, so that a double click records one call. */
  submissionKey: string;
  notice: ReactNode;
};

/** Records the outcome of a call to a message's sender. Unfolded while one is promised. */
export function LeadCall({ lead, list, now, values, errors, submissionKey, notice }: Props) {
  if (lead.kind === 'garantia' || !lead.phone) return null;
  const field = formFields<typeof callRecordForm>({ values, errors });
  return (
    <LeadSection
      id="llamada"
      command="call"
      title="La llamada"
      notice={notice}
      foldLabel="Registrar una llamada"
      isOpen={Boolean(pendingCallMark(lead, now) || values.resumen || errors.resumen)}
      foldedContent={
        <InPlaceForm
          action={`/admin/leads/${lead.id}/llamada${fromList(list)}`}
          className="grid gap-4"
        >
          <LastEvent />
          <UndeliveredWarning lead={lead} list={list} />
          <HiddenField<typeof callRecordForm> name="clave" value={submissionKey} />
          <TextArea
            {...field('resumen')}
            label="Resumen o próximo paso"
            hint={`Va en el correo a ${lead.email} y queda en su página.`}
            rows={2}
            maxLength={MAX_REPLY_LENGTH}
            data={{ 'data-keep-typed': '' }}
            optional
          />
          <div className="flex flex-wrap gap-3">
            <Button<typeof callRecordForm> wide name="resultado" value="talked">
              Hablamos
            </Button>
            <Button<typeof callRecordForm> wide variant="secondary" name="resultado" value="missed">
              No contestó
            </Button>
          </div>
        </InPlaceForm>
      }
    />
  );
}
