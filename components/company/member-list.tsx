import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { memberRoleCopy } from '#lib/domain/accounts/companies/copy.ts';
import type { memberRoleForm } from '#lib/domain/accounts/companies/schema.ts';
import { COMPANY_PAGE } from '#lib/domain/accounts/companies/view.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

type Role = keyof typeof memberRoleCopy;
type Member = { id: string; name: string | null; email: string; role: Role; joinedAt: number };

const roles = Object.keys(memberRoleCopy) as Role[];

export const roleOptions = Object.entries(memberRoleCopy).map(([value, { label, may }]) => ({
  ...{ value, label },
  hint: may,
}));

/**
 * `me` is the id of the logged-in person. Only owners see the controls that change other members.
 */
export function MemberList({
  members,
  me,
  isOwner,
}: {
  members: readonly Member[];
  me: string;
  isOwner: boolean;
}) {
  return (
    <ul className="border-t border-line">
      {members.map((member) => (
        <li key={member.id} className="grid gap-3 border-b border-line py-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{member.name ?? member.email}</span>
            <Tag tone={member.role === 'owner' ? 'info' : 'neutral'}>
              {memberRoleCopy[member.role].label}
            </Tag>
            {member.id === me && <Tag tone="success">Tú</Tag>}
          </div>
          <p className="text-sm wrap-anywhere text-ink-soft">
            {member.name && `${member.email} · `}Desde el{' '}
            <UnbrokenText text={formatDay(member.joinedAt)} />
          </p>
          {isOwner && <MemberActions {...member} isMe={member.id === me} />}
        </li>
      ))}
    </ul>
  );
}

function MemberActions({ id, name, email, role, isMe }: Member & { isMe: boolean }) {
  const memberName = name ?? email;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <details>
        <summary className={buttonClass({ variant: 'quiet', compact: true })}>
          <span>
            Cambiar rol<VisuallyHidden> de {memberName}</VisuallyHidden>
          </span>
        </summary>
        <ul className="mt-2 grid gap-2">
          {roles
            .filter((otherRole) => otherRole !== role)
            .map((otherRole) => (
              <li key={otherRole}>
                <Form action={`${COMPANY_PAGE}/rol`}>
                  <HiddenField<typeof memberRoleForm> name="person" value={id} />
                  <HiddenField<typeof memberRoleForm> name="role" value={otherRole} />
                  <Button variant="secondary" compact>
                    <span>
                      {memberRoleCopy[otherRole].label}
                      <VisuallyHidden>: nuevo rol de {memberName}</VisuallyHidden>
                    </span>
                  </Button>
                </Form>
                <p className="text-sm text-ink-soft">
                  {memberRoleCopy[otherRole].may}
                  {isMe &&
                    ' Dejas de administrar: solo otra persona que administra te lo devuelve.'}
                </p>
              </li>
            ))}
        </ul>
      </details>
      {!isMe && (
        <ConfirmButton
          verb="Quitar"
          subject={`a ${memberName}`}
          buttonStyle={{ variant: 'quiet', compact: true }}
          question="Deja de ver la empresa al instante. Lo que hizo se queda en ella, y sus enlaces compartidos siguen abiertos hasta que los cierres en Documentos, Enlaces."
          action={`${COMPANY_PAGE}/quitar`}
          field={{ name: 'person', value: id }}
        />
      )}
    </div>
  );
}
