import { EmailField } from '#components/account/email-field.tsx';
import { roleOptions } from '#components/company/member-list.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { memberRoleCopy } from '#lib/domain/accounts/companies/copy.ts';
import type { invitationForm, invitationIdForm } from '#lib/domain/accounts/companies/schema.ts';
import { COMPANY_PAGE } from '#lib/domain/accounts/companies/view.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

type Invitation = {
  id: string;
  email: string;
  role: keyof typeof memberRoleCopy;
  endsAt: number;
};

export function InviteForm({
  values,
  errors,
}: {
  values: Record<string, string>;
  errors: Record<string, string>;
}) {
  const field = formFields<typeof invitationForm>({ values, errors });
  return (
    <Form action={`${COMPANY_PAGE}/invitar`} className="grid max-w-text gap-6">
      <EmailField label="Correo de la persona" {...field('email')} />
      <RadioGroup {...field('role', 'member')} legend="Qué podrá hacer" options={roleOptions} />
      <div>
        <Button wide>Enviar invitación</Button>
      </div>
    </Form>
  );
}

export function InvitationList({
  invitations,
  now,
}: {
  invitations: readonly Invitation[];
  now: number;
}) {
  if (invitations.length === 0) return <p>No hay invitaciones pendientes.</p>;
  return (
    <ul className="border-t border-line">
      {invitations.map(({ id, email, role, endsAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-4"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold wrap-anywhere">{email}</span>
              <Tag>{memberRoleCopy[role].label}</Tag>
              {endsAt <= now && <Tag tone="warning">Venció</Tag>}
            </p>
            <p className="text-sm text-ink-soft">
              {endsAt <= now ? 'Venció el' : 'Vale hasta el'}{' '}
              <UnbrokenText text={formatDay(endsAt)} />
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            {(['renovar', 'retirar'] as const).map((act) => (
              <Form key={act} action={`${COMPANY_PAGE}/${act}`}>
                <HiddenField<typeof invitationIdForm> name="invitation" value={id} />
                <Button variant={act === 'renovar' ? 'secondary' : 'quiet'} compact>
                  <span>
                    {act === 'renovar' ? 'Enviar de nuevo' : 'Retirar'}
                    <VisuallyHidden> la invitación de {email}</VisuallyHidden>
                  </span>
                </Button>
              </Form>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
