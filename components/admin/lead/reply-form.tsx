import type { ReactNode } from 'react';
import { chosenTemplateOf } from '#components/admin/lead/chosen-template.ts';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LastEvent } from '#components/admin/lead/lead-watch.tsx';
import { TemplateLinks } from '#components/admin/lead/template-links.tsx';
import { UndeliveredWarning } from '#components/admin/lead/undelivered-mail.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { replySubject } from '#lib/domain/requests/team/copy.ts';
import { MAX_REPLY_LENGTH, type replyForm } from '#lib/domain/requests/team/schema.ts';
import {
  fillEnding,
  fillTemplate,
  listTemplates,
} from '#lib/domain/requests/team/template-copy.ts';
import { formatAgo } from '#lib/platform/chile/format.ts';

type Props = LeadPartProps & {
  /** Idempotency key, so that a double click sends one reply. */
  submissionKey: string;
  /** E-mail of the advisor, who receives the answers. */
  advisorEmail: string;
  query: Record<string, string>;
  isIssued: boolean;
  /** The guarantee whose extension the template offers. */
  endingGuarantee: { number: number; validTo: string } | undefined;
  notice: ReactNode;
};

export function ReplyForm({
  lead,
  list,
  now,
  values,
  errors,
  submissionKey,
  advisorEmail,
  notice,
  ...otherProps
}: Props) {
  const { id, submissionId, email, handledAt } = lead;
  const { query, endingGuarantee, isIssued } = otherProps;
  const field = formFields<typeof replyForm>({ values, errors });
  const { template, usedBy } = chosenTemplateOf(query, { lead, use: 'reply' });
  const templateText = template && fillTemplate(template, lead);
  const initialText =
    templateText && endingGuarantee ? fillEnding(templateText, endingGuarantee) : templateText;
  return (
    <Section id="responder" title="Responder" compact>
      {notice}
      <UndeliveredWarning lead={lead} list={list} />
      {usedBy && (
        <p className="mb-3 text-sm">
          {usedBy.actor === advisorEmail ? 'Le respondiste' : 'Le respondieron'}{' '}
          {formatAgo(usedBy.at, now)}: no pusimos la plantilla otra vez.
        </p>
      )}
      <InPlaceForm action={`/admin/leads/${id}/responder${fromList(list)}`} className="grid gap-4">
        <LastEvent />
        <HiddenField<typeof replyForm> name="clave" value={submissionKey} />
        {endingGuarantee && template?.id === 'prorroga' && (
          <HiddenField<typeof replyForm> name="garantia" value={endingGuarantee.number} />
        )}
        <TextField
          {...field('asunto', replySubject(submissionId))}
          label="Asunto"
          autoComplete="off"
          maxLength={150}
          data={{ 'data-keep-typed': '' }}
        />
        <div>
          <TextArea
            {...field('respuesta', initialText)}
            label="Mensaje"
            hint={`Va a ${email} con tu firma. Si contesta, te llega a ${advisorEmail}.`}
            rows={5}
            maxLength={MAX_REPLY_LENGTH}
            data={{ 'data-keep-typed': templateText ? 'template' : '' }}
          />
          <div className="mt-1">
            <TemplateLinks
              label="Plantillas de respuesta"
              templates={listTemplates(lead, 'reply').filter(
                (offered) => isIssued || offered.id !== 'prorroga',
              )}
              {...{ lead, list, query }}
              anchor="respuesta"
            />
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button wide>Enviar respuesta</Button>
          {handledAt === null && (
            <Button<typeof replyForm> wide variant="secondary" name="handled" value="yes">
              Enviar y dejar atendida
            </Button>
          )}
        </div>
      </InPlaceForm>
    </Section>
  );
}
