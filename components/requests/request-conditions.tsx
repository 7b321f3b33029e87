import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { conditionsRows, refusalCopy } from '#lib/domain/requests/offers/copy.ts';
import type { ConditionsState } from '#lib/domain/requests/offers/rules.ts';
import type { Conditions } from '#lib/domain/requests/offers/schema.ts';
import { formatDate, formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  conditions: Conditions;
  guarantees: readonly string[];
  state: ConditionsState;
  /** Payment that the offer requires, while it waits. */
  payment: { amount: string; payer: string | null; day: string | null; path: string } | undefined;
  /** Address of the page's first button. If it is the payment's, this one is only a link. */
  led: string | undefined;
  action: string;
};

export function RequestConditions({ conditions, guarantees, state, payment, led, action }: Props) {
  const { version, terms, acceptedAt, paymentRequestId, validUntil } = conditions;
  const covered = guarantees.length > 1 ? `${guarantees.length} garantías` : 'Garantía';
  return (
    <Section
      id="condiciones"
      title={version > 1 ? `Condiciones, versión ${version}` : 'Condiciones'}
    >
      <div className="grid gap-5">
        {acceptedAt !== undefined && (
          <Notice tone="success">
            <p>
              Aceptaste estas condiciones el{' '}
              <span className="whitespace-nowrap">{formatDateTime(acceptedAt)}</span>.
            </p>
            {!paymentRequestId && <p>Tu asesor te escribe para el pago.</p>}
          </Notice>
        )}
        {payment && (
          <div>
            {payment.path === led ? (
              <a href={payment.path} className="inline-block py-1.5">
                Pagar {payment.amount}
              </a>
            ) : (
              <LinkButton href={payment.path} wide>
                Pagar {payment.amount}
              </LinkButton>
            )}
            <p className="mt-2 text-sm wrap-anywhere text-ink-soft">
              {payment.payer && `Se lo pedimos a ${payment.payer}. `}
              {payment.day}
              {validUntil &&
                `. Aceptaste dentro del plazo, que era hasta el ${formatDate(validUntil)}.`}
            </p>
          </div>
        )}
        {(state === 'expired' || state === 'held') && (
          <Notice tone="warning">
            <p>{refusalCopy[state]}</p>
          </Notice>
        )}
        <div>
          <SummaryList
            rows={[{ label: covered, value: guarantees.join(', ') }, ...conditionsRows(conditions)]}
          />
          <p className="mt-4 whitespace-pre-line wrap-anywhere">{terms}</p>
        </div>
        {state === 'open' && (
          <Form action={action}>
            <input type="hidden" name="version" value={version} />
            <Button wide>Acepto estas condiciones</Button>
            <p className="mt-3 text-sm text-ink-soft">
              Después pagas aquí mismo. Guardamos la hora, tu dirección IP y esta versión. ¿Tienes
              dudas? <a href="#mensaje">Escríbele a tu asesor</a>.
            </p>
          </Form>
        )}
      </div>
    </Section>
  );
}
