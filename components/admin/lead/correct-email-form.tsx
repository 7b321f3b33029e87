import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { EmailTextField } from '#components/forms/email-text-field.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import {
  type emailCorrectionForm,
  MAX_CONFIRMATION_LENGTH,
} from '#lib/domain/requests/team/email-schema.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';

type OtherLead = { id: number; number: number };

type Props = Pick<LeadPartProps, 'lead' | 'list' | 'values' | 'errors'> & {
  others: readonly OtherLead[];
};

/** Corrects the e-mail of an applicant who has no account. */
export function CorrectEmailForm({ lead, list, values, errors, others }: Props) {
  const field = formFields<typeof emailCorrectionForm>({ values, errors });
  const isPlural = others.length > 1;
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <p>
          Hoy es <strong className="wrap-anywhere">{lead.email}</strong>. Los enlaces que enviamos
          ahí dejan de servir, y al correo nuevo le enviamos uno.
        </p>
        {others.length > 0 && (
          <p>
            Con ese mismo correo {isPlural ? 'quedan como están' : 'queda como está'}:{' '}
            <OtherLeads others={others} />.
          </p>
        )}
      </div>
      <Form
        action={`/admin/leads/${lead.id}/correo/guardar${fromList(list)}`}
        className="grid gap-6"
      >
        <HiddenField<typeof emailCorrectionForm> name="era" value={lead.email} />
        {suggestEmail(values.correo) && (
          <HiddenField<typeof emailCorrectionForm> name="visto" value={values.correo ?? ''} />
        )}
        <EmailTextField {...field('correo')} label="Correo nuevo" autoComplete="off" />
        <TextField
          {...field('motivo')}
          label="Cómo lo confirmaste"
          hint="Por ejemplo: por teléfono. Lo ve el equipo."
          maxLength={MAX_CONFIRMATION_LENGTH}
          autoComplete="off"
        />
        <div>
          <Button wide>Corregir el correo</Button>
        </div>
      </Form>
    </div>
  );
}

/** Links to other requests and messages, by the number that people know. */
export function OtherLeads({ others }: Pick<Props, 'others'>) {
  return others.map(({ id, number }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <a href={`/admin/leads/${id}`} className="inline-block py-1 whitespace-nowrap">
        {formatRequestNumber(number)}
      </a>
    </span>
  ));
}
