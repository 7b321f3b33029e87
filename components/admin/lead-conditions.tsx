import { fromList } from '#components/admin/lead-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { conditionsCopy, conditionsRows } from '#lib/domain/conditions/copy.ts';
import { conditionsState, isDecided } from '#lib/domain/conditions/rules.ts';
import { MAX_TERMS } from '#lib/domain/conditions/schema.ts';
import { formatDateTime, isoDay } from '#lib/platform/format.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

type Conditions = {
  version: number;
  price: number;
  issuer: string;
  terms: string;
  validUntil?: string | undefined;
  sentAt: number;
  acceptedAt?: number | undefined;
};

type Props = {
  lead: { id: number; submissionId: number | null; state: RequestState };
  conditions: Conditions | null;
  list: string;
  values: Record<string, string>;
  errors: Record<string, string>;
  now: number;
  done: string | undefined;
};

/** What the applicant was offered and whether they accepted it; the next version begins with the last. */
export function LeadConditions({ lead, conditions, list, values, errors, now, done }: Props) {
  if (lead.submissionId === null) return null;
  const decided = isDecided(lead.state);
  if (decided && !conditions) return null;
  const tag = conditions && conditionsCopy[conditionsState(conditions, lead.state, now)];
  const refused = ['price', 'issuer', 'terms', 'validUntil'].some((name) => name in values);
  return (
    <Card
      id="condiciones"
      title="Condiciones"
      aside={tag && <Tag tone={tag.tone}>{tag.label}</Tag>}
    >
      <DoneNotice tight>{done}</DoneNotice>
      {conditions && <Sent {...conditions} />}
      {!decided && (
        <details open={refused} className={conditions ? 'mt-3' : ''}>
          <summary className="w-fit py-1.5">
            {conditions ? 'Enviar otra versión' : 'Enviar condiciones'}
          </summary>
          <form
            method="post"
            action={`/f/admin/leads/${lead.id}/condiciones${fromList(list)}`}
            data-once=""
            noValidate
            className="mt-4 grid gap-6"
          >
            <Fields {...{ errors, now }} values={{ ...typedOf(conditions), ...values }} />
            <div>
              <Button wide>Enviar condiciones</Button>
              {conditions && (
                <p className="mt-3 text-sm text-ink-soft">
                  La versión {conditions.version} ya no se podrá aceptar. Si la aceptó y no la ha
                  pagado, ese pago se anula.
                </p>
              )}
            </div>
          </form>
        </details>
      )}
    </Card>
  );
}

function Sent({ version, sentAt, acceptedAt, terms, ...conditions }: Conditions) {
  return (
    <>
      <p className="mb-3 tabular-nums">
        Enviadas el {formatDateTime(sentAt)}, versión {version}
        {acceptedAt !== undefined && ` · aceptadas el ${formatDateTime(acceptedAt)}`}
      </p>
      <SummaryList dense rows={conditionsRows(conditions)} />
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{terms}</p>
    </>
  );
}

function typedOf(conditions: Conditions | null): Record<string, string> {
  if (!conditions) return {};
  const { price, issuer, terms, validUntil = '' } = conditions;
  return { price: `${price}`, issuer, terms, validUntil };
}

function Fields({ values, errors, now }: Pick<Props, 'values' | 'errors' | 'now'>) {
  return (
    <>
      <TextField
        name="price"
        label="Precio en pesos"
        hint="Lo que paga por la garantía. Al aceptar se crea un pago por este monto."
        prefix="$"
        inputMode="numeric"
        autoComplete="off"
        width="medium"
        maxLength={30}
        defaultValue={values.price}
        error={errors.price}
        data={{ 'data-check': 'amount' }}
      />
      <TextField
        name="issuer"
        label="Emisor"
        hint="El banco, la aseguradora o la institución que emite la garantía."
        autoComplete="off"
        maxLength={120}
        defaultValue={values.issuer}
        error={errors.issuer}
      />
      <TextArea
        name="terms"
        label="Condiciones"
        hint="Instrumento, vigencia, plazo de emisión y lo que deba saber antes de aceptar."
        rows={4}
        maxLength={MAX_TERMS}
        defaultValue={values.terms}
        error={errors.terms}
      />
      <DateField
        name="validUntil"
        label="Válidas hasta"
        optional
        hint="Ese día todavía se pueden aceptar."
        min={isoDay(now)}
        defaultValue={values.validUntil}
        error={errors.validUntil}
      />
    </>
  );
}
