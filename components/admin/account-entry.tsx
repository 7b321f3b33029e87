import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { accountHelp } from '#lib/domain/accounts/schema.ts';
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
  refused: readonly { id: number; action: string; device: string | null; at: number }[];
  /** False on the admin's own account. */
  canHelp: boolean;
};

/** Shows whether a person can log in, and for each obstacle a button that removes it. */
export function AccountEntry(props: Props) {
  const { id, verifiedAt, suspendedAt, suspendedReason, lockedUntil, refused } = props;
  const isFree = verifiedAt !== null && suspendedAt === null && lockedUntil === null;
  const canMail = props.canHelp && suspendedAt === null;
  return (
    <Card
      title="¿Puede ingresar?"
      aside={
        <Tag tone={isFree ? 'success' : 'danger'}>
          {isFree ? 'Nada se lo impide' : 'No puede ingresar'}
        </Tag>
      }
    >
      <Form action={`/admin/cuentas/${encodeURIComponent(id)}/ayudar`}>
        <dl className="border-t border-line">
          <State
            label="Correo"
            act={canMail && verifiedAt === null && <Help help="code">Enviar otro código</Help>}
          >
            {verifiedAt === null
              ? 'Sin verificar: le falta el código'
              : `Verificado el ${formatDateTime(verifiedAt)}`}
          </State>
          <State
            label="Bloqueo por contraseñas"
            act={props.canHelp && lockedUntil !== null && <Help help="unlock">Quitar bloqueo</Help>}
          >
            {lockedUntil === null
              ? 'Sin bloqueo'
              : `Bloqueada hasta el ${formatDateTime(lockedUntil)} en la red donde se equivocó`}
          </State>
          <State label="Suspensión">
            {suspendedAt === null
              ? 'No está suspendida'
              : `Suspendida el ${formatDateTime(suspendedAt)}: ${suspendedReason ?? 'sin motivo'}`}
          </State>
          <State
            label="Cómo ingresa"
            act={canMail && <Help help="password">Enviar enlace de contraseña</Help>}
          >
            {waysOf(props)}
          </State>
        </dl>
      </Form>
      <h3 className="mt-5 mb-1 text-base">Últimos ingresos rechazados</h3>
      {refused.length === 0 ? (
        <p className="text-ink-soft">Ninguno.</p>
      ) : (
        <ol>
          {refused.map(({ id: key, action, device, at }) => (
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

function waysOf({ hasPassword, hasGoogle }: Props): string {
  if (hasPassword) return hasGoogle ? 'Con contraseña o con Google' : 'Con contraseña';
  return hasGoogle ? 'Con Google, sin contraseña' : 'Todavía no tiene contraseña';
}

type StateProps = { label: string; act?: ReactNode; children: ReactNode };

function State({ label, act, children }: StateProps) {
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

function Help({ help, children }: HelpProps) {
  return (
    <Button<typeof accountHelp> name="help" value={help} variant="secondary" compact>
      {children}
    </Button>
  );
}
