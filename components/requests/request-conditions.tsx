import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { conditionsRows } from '#lib/domain/conditions/copy.ts';
import { conditionsState } from '#lib/domain/conditions/rules.ts';
import type { AskedState } from '#lib/domain/payments/copy.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

type Conditions = {
  version: number;
  price: number;
  issuer: string;
  terms: string;
  validUntil?: string | undefined;
  acceptedAt?: number | undefined;
  paymentRequestId?: string | undefined;
};

type Asked = {
  id: string;
  state: AskedState;
  amount: string;
  /** Who was asked, where it is not the applicant. */
  payer: string | null;
  day: string | null;
  path: string;
};

type Props = {
  conditions: Conditions | null;
  request: RequestState;
  payments: readonly Asked[];
  /** Where the form is posted. */
  action: string;
  now: number;
};

/** What the guarantee is offered at, to accept and then to pay; nothing before an advisor sent it. */
export function RequestConditions({ conditions, request, payments, action, now }: Props) {
  if (!conditions) return null;
  const state = conditionsState(conditions, request, now);
  if (state === 'closed') return null;
  const { version, terms, paymentRequestId } = conditions;
  const asked = payments.find(({ id }) => id === paymentRequestId);
  return (
    <Card id="condiciones" title={version > 1 ? `Condiciones, versión ${version}` : 'Condiciones'}>
      <div className="grid gap-5">
        {state === 'accepted' && <Accepted at={conditions.acceptedAt ?? now} asked={asked} />}
        {state === 'expired' && (
          <Notice tone="warning">
            <p>
              Estas condiciones vencieron. Responde el correo que te enviamos y te mandamos otras.
            </p>
          </Notice>
        )}
        <div>
          <SummaryList rows={conditionsRows(conditions)} />
          <p className="mt-4 whitespace-pre-line wrap-anywhere">{terms}</p>
        </div>
        {state === 'open' && (
          <form method="post" action={action} data-once="">
            <input type="hidden" name="version" value={version} />
            <Button wide>Acepto estas condiciones</Button>
            <p className="mt-3 text-sm text-ink-soft">
              Después pagas aquí mismo. Guardamos la hora, tu dirección IP y esta versión.
            </p>
          </form>
        )}
        {state !== 'expired' && (
          <p className="text-sm text-ink-soft">
            ¿Tienes dudas? Responde el correo que te enviamos.
          </p>
        )}
      </div>
    </Card>
  );
}

/** Whether it is what an acceptance asks to be paid now: then it is offered beside the conditions. */
export function isNextStep(
  { id, state }: Pick<Asked, 'id' | 'state'>,
  conditions: Conditions | null,
): boolean {
  return state === 'waiting' && id === conditions?.paymentRequestId;
}

/** With the next step: what is being paid or was is told by the payments themselves. */
function Accepted({ at, asked }: { at: number; asked: Asked | undefined }) {
  const { state, amount, payer, day, path } = asked ?? {};
  return (
    <>
      <Notice tone="success">
        <p>Aceptaste estas condiciones el {formatDateTime(at)}.</p>
        {!asked && <p>Tu asesor te escribe para el pago.</p>}
      </Notice>
      {state === 'waiting' && path && (
        <div>
          <LinkButton href={path} wide>
            Pagar {amount}
          </LinkButton>
          <p className="mt-2 text-sm wrap-anywhere text-ink-soft">
            {payer && `Se lo pedimos a ${payer}. `}
            {day}
          </p>
        </div>
      )}
    </>
  );
}
