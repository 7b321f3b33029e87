import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { accountHelpForm } from '#lib/domain/accounts/schema.ts';
import { auditRefusalCopy } from '#lib/domain/audit/entry-copy.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  id: string;
  verifiedAt: number | null;
  suspendedAt: number | null;
  suspendedReason: string | null;
  hasPassword: boolean;
  hasGoogle: boolean;
  /** Time (ms) until which wrong passwords lock the login, or null. */
  lockedUntil: number | null;
  refusedSignIns: readonly { id: number; action: string; device: string | null; at: number }[];
  /** False if it is the account of the admin who looks. */
  mayHelp: boolean;
};

/** Shows whether a person can log in, and for each obstacle a button that removes it. */
export function AccountEntry(props: Props) {
  const { id, verifiedAt, suspendedAt, suspendedReason, lockedUntil, refusedSignIns } = props;
  const mayLogIn = verifiedAt !== null && suspendedAt === null && lockedUntil === null;
  const mayMail = props.mayHelp && suspendedAt === null;
  return (
    <Card
      title="¿Puede ingresar?"
      aside={
        <Tag tone={mayLogIn ? 'success' : 'danger'}>
          {mayLogIn ? 'Nada se lo impide' : 'No puede ingresar'}
        </Tag>
      }
    >
      <Form action={`/admin/cuentas/${encodeURIComponent(id)}/ayudar`}>
        <dl className="border-t border-line">
          <StateRow
            label="Correo"
            act={
              mayMail &&
              verifiedAt === null && <HelpButton help="code">Enviar otro código</HelpButton>
            }
          >
            {verifiedAt === null
              ? 'Sin verificar: le falta el código'
              : `Verificado el ${formatDateTime(verifiedAt)}`}
          </StateRow>
          <StateRow
            label="Bloqueo por contraseñas"
            act={
              props.mayHelp &&
              lockedUntil !== null && <HelpButton help="unlock">Quitar bloqueo</HelpButton>
            }
          >
            {lockedUntil === null
              ? 'Sin bloqueo'
              : `Bloqueada hasta el ${formatDateTime(lockedUntil)} en la red donde se equivocó`}
          </StateRow>
          <StateRow label="Suspensión">
            {suspendedAt === null
              ? 'No está suspendida'
              : `Suspendida el ${formatDateTime(suspendedAt)}: ${suspendedReason ?? 'sin motivo'}`}
          </StateRow>
          <StateRow
            label="Cómo ingresa"
            act={mayMail && <HelpButton help="password">Enviar enlace de contraseña</HelpButton>}
          >
            {loginWaysText(props)}
          </StateRow>
        </dl>
      </Form>
      <h3 className="mt-5 mb-1 text-base">Últimos ingresos rechazados</h3>
      {refusedSignIns.length === 0 ? (
        <p className="text-ink-soft">Ninguno.</p>
      ) : (
        <ol>
          {refusedSignIns.map(({ id: key, action, device, at }) => (
            <li key={key} className="py-1 wrap-anywhere">
              {formatDateTime(at)}: {auditRefusalCopy[action]}
              {device && <span className="text-ink-soft">, {device}</span>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function loginWaysText({ hasPassword, hasGoogle }: Props): string {
  if (hasPassword) return hasGoogle ? 'Con contraseña o con Google' : 'Con contraseña';
  return hasGoogle ? 'Con Google, sin contraseña' : 'Todavía no tiene contraseña';
}

type StateProps = { label: string; act?: ReactNode; children: ReactNode };

function StateRow({ label, act, children }: StateProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2">
      <div className="min-w-0">
        <dt className="text-sm text-ink-soft">{label}</dt>
        <dd className="font-semibold wrap-anywhere">{children}</dd>
      </div>
      {act && <dd>{act}</dd>}
    </div>
  );
}

type HelpProps = { help: 'unlock' | 'code' | 'password'; children: ReactNode };

function HelpButton({ help, children }: HelpProps) {
  return (
    <Button<typeof accountHelpForm> name="help" value={help} variant="secondary" compact>
      {children}
    </Button>
  );
}
