import { DeclineConditions } from '#components/requests/decline-conditions.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  conditionsRefusals,
  conditionsRows,
  coveredGuaranteeRows,
} from '#lib/domain/requests/conditions/copy.ts';
import type { ConditionsState } from '#lib/domain/requests/conditions/rules.ts';
import type { acceptBody, Conditions } from '#lib/domain/requests/conditions/schema.ts';
import type { PayLimit } from '#lib/domain/requests/submissions/steps.ts';
import { formatDate, formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  conditions: Conditions;
  coveredAnswers: Parameters<typeof coveredGuaranteeRows>[0];
  state: ConditionsState;
  /** Path of the form that accepts. */
  action: string;
  /** Path of the form that declines. */
  declineAction: string;
  values: Partial<Record<string, string>>;
  errors: Partial<Record<string, string>>;
  /** ABOUT_ISSUE_DAYS. */
  issueDays: number | undefined;
  payLimit: PayLimit | null;
  /** ABOUT_REFUND. */
  refund: string | undefined;
};

/** Shows the conditions that the team sent. Open ones belong to the list of pending steps. */
export function RequestConditions({
  conditions,
  coveredAnswers,
  state,
  action,
  declineAction,
  values,
  errors,
  issueDays,
  payLimit,
  refund,
}: Props) {
  const { version, terms, acceptedAt, declinedAt, paymentRequestId, validUntil } = conditions;
  const isOpen = state === 'open';
  const titleEnd = version > 1 ? `ondiciones, versión ${version}` : 'ondiciones';
  // The earlier day is the one that counts, so the heading names only that day. The text at the
  // button explains it.
  const payDay = payLimit?.day && (!validUntil || payLimit.day < validUntil) ? payLimit.day : null;
  const untilText =
    (payDay && validUntil && `Paga hasta el ${formatDate(payDay)}`) ||
    (validUntil && `Hasta el ${formatDate(validUntil)}`) ||
    (payLimit ? '' : 'Sin plazo para aceptar');
  return (
    <Section
      id="condiciones"
      isItem={isOpen}
      title={<UnbrokenText text={isOpen ? `Acepta las c${titleEnd}` : `C${titleEnd}`} />}
      aside={
        isOpen &&
        untilText && <p className="text-sm whitespace-nowrap text-ink-soft">{untilText}</p>
      }
    >
      <div className="grid gap-5">
        {acceptedAt !== undefined && (
          <Notice tone="success">
            <p>
              Aceptaste estas condiciones el{' '}
              <span className="whitespace-nowrap">{formatDateTime(acceptedAt)}</span>
              {validUntil && (
                <UnbrokenText
                  text={`, dentro del plazo, que era hasta el ${formatDate(validUntil)}`}
                />
              )}
              .
            </p>
            {!paymentRequestId && <p>Tu asesor te escribe para el pago.</p>}
          </Notice>
        )}
        {state === 'declined' && declinedAt !== undefined && (
          <Notice tone="info">
            <p>
              No aceptaste estas condiciones el{' '}
              <span className="whitespace-nowrap">{formatDateTime(declinedAt)}</span>. Tu asesor lo
              sabe y puede enviarte otras.
            </p>
          </Notice>
        )}
        {(state === 'expired' || state === 'held') && (
          <Notice tone="warning">
            <p>{conditionsRefusals[state]}</p>
          </Notice>
        )}
        <div>
          <SummaryList
            dense
            rows={[
              ...conditionsRows(conditions, issueDays),
              ...coveredGuaranteeRows(coveredAnswers),
            ]}
          />
          <p className="mt-4 whitespace-pre-line wrap-anywhere">{terms}</p>
          {refund && <p className="mt-4 max-w-text wrap-anywhere">{refund}</p>}
        </div>
        {isOpen && (
          <EditorsOnly>
            <Form action={action}>
              <HiddenField<typeof acceptBody> name="version" value={version} />
              <Button wide>Acepto estas condiciones</Button>
              <p className="mt-3 text-sm text-ink-soft">
                Después pagas aquí mismo.{payLimit && <strong> {payLimit.text}</strong>}
                {payDay &&
                  validUntil &&
                  ` Las condiciones valen hasta el ${formatDate(validUntil)}, pero si pagas después del ${formatDate(payDay)} la garantía podría llegar tarde.`}{' '}
                Guardamos la hora, tu dirección IP y esta versión. ¿Tienes dudas?{' '}
                <a href="#mensaje">Escríbele a tu asesor</a>.
              </p>
            </Form>
            <DeclineConditions
              action={declineAction}
              version={version}
              value={values.reason}
              error={errors.reason}
            />
          </EditorsOnly>
        )}
      </div>
    </Section>
  );
}
