import type { ReactNode } from 'react';
import { ConditionsGuarantees } from '#components/admin/lead/conditions-guarantees.tsx';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LeadSection } from '#components/admin/lead/lead-section.tsx';
import { LastEvent } from '#components/admin/lead/lead-watch.tsx';
import { UndeliveredWarning } from '#components/admin/lead/undelivered-mail.tsx';
import { AmountTextField } from '#components/forms/amount-text-field.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { conditionsCopy, conditionsRows } from '#lib/domain/requests/conditions/copy.ts';
import { conditionsStateOf } from '#lib/domain/requests/conditions/rules.ts';
import type { conditionsBody } from '#lib/domain/requests/conditions/schema.ts';
import { type Conditions, MAX_TERMS_LENGTH } from '#lib/domain/requests/conditions/schema.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { guaranteeTexts } from '#lib/domain/requests/submissions/view.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatDateTime, isoDay } from '#lib/platform/chile/format.ts';

/** Shows the amount and the term of a guarantee. Conditions may have corrected them. */
function coveredRow(requested: LeadPartProps['lead']['requested'][number]) {
  const { type, amount, from, until } = guaranteeTexts(requested);
  return { label: type, value: `${amount}, del ${from} al ${until}` };
}

type Props = LeadPartProps & {
  conditions: Conditions | null;
  /** Issuers that the team used before, and the terms that it sent last for such a guarantee. */
  earlier: { issuers: readonly string[]; last: { issuer: string; terms: string } | null };
  /** True if the advisor chose to begin with those terms. */
  usesLast: boolean;
  isNext: boolean;
  notice: ReactNode;
};

const keepTyped = { 'data-keep-typed': '' };
const issuerList = 'emisores';

/**
 * Shows the sent conditions and whether they were accepted. The form starts with the last version.
 */
export function LeadConditions({
  lead,
  conditions,
  list,
  values,
  errors,
  now,
  ...otherProps
}: Props) {
  const { isNext, notice, earlier, usesLast } = otherProps;
  const lastTerms = usesLast ? earlier.last : null;
  const lastSearchParams = new URLSearchParams({ usar: 'ultimas', ...(list && { lista: list }) });
  const isClosed = isDecided(lead.state);
  if (lead.submissionId === null || (isClosed && !conditions)) return null;
  const tag = conditions && conditionsCopy[conditionsStateOf(conditions, lead.state, now)];
  const field = formFields<typeof conditionsBody>({ values, errors });
  return (
    <LeadSection
      id="condiciones"
      command="conditions"
      title="Condiciones"
      aside={tag && <Tag tone={tag.tone}>{tag.label}</Tag>}
      notice={notice}
      foldLabel={conditions ? 'Enviar otra versión' : 'Enviar condiciones'}
      isOpen={isNext || usesLast || 'issuer' in values}
      foldedContent={
        !isClosed && (
          <InPlaceForm
            action={`/admin/leads/${lead.id}/condiciones${fromList(list)}`}
            className="grid gap-6"
          >
            <LastEvent />
            <UndeliveredWarning lead={lead} list={list} />
            <AmountTextField
              {...field('price', groupAmount(`${conditions?.price ?? ''}`))}
              label="Precio en pesos"
              hint="El total, con impuestos. Al aceptar se crea un pago por este monto."
              prefix="$"
              inputMode="numeric"
              width="medium"
              data={keepTyped}
            />
            <div>
              <TextField
                {...field('issuer', lastTerms?.issuer ?? conditions?.issuer)}
                label="Emisor"
                autoComplete="off"
                list={issuerList}
                data={keepTyped}
              />
              <datalist id={issuerList}>
                {earlier.issuers.map((issuer) => (
                  <option key={issuer} value={issuer} />
                ))}
              </datalist>
              {!conditions && earlier.last && !usesLast && (
                <p className="mt-1 text-sm">
                  <a href={`?${lastSearchParams}#condiciones`} className="inline-block py-1.5">
                    Usar las de la última ({earlier.last.issuer})
                  </a>
                </p>
              )}
            </div>
            <TextArea
              {...field('terms', lastTerms?.terms ?? conditions?.terms)}
              label="Condiciones"
              hint="Instrumento, vigencia y lo que deba saber antes de aceptar."
              maxLength={MAX_TERMS_LENGTH}
              data={keepTyped}
            />
            <ConditionsGuarantees requested={lead.requested} {...{ values, errors }} />
            <DateField
              {...field('validUntil', conditions?.validUntil)}
              label="Válidas hasta"
              optional
              min={isoDay(now)}
              data={keepTyped}
            />
            <div>
              <Button wide>Enviar condiciones</Button>
              {conditions && (
                <p className="mt-3 text-sm text-ink-soft">
                  La versión {conditions.version} ya no se podrá aceptar. Si la aceptó y no la ha
                  pagado, ese pago se anula.
                </p>
              )}
            </div>
          </InPlaceForm>
        )
      }
    >
      {conditions && (
        <>
          <p className="mb-2 text-sm text-ink-soft">
            Enviadas el {formatDateTime(conditions.sentAt)}, versión {conditions.version}
            {conditions.acceptedAt !== undefined &&
              ` · aceptadas el ${formatDateTime(conditions.acceptedAt)}`}
            {conditions.declinedAt !== undefined &&
              ` · no aceptadas el ${formatDateTime(conditions.declinedAt)}`}
          </p>
          <SummaryList
            dense
            rows={[...conditionsRows(conditions), ...lead.requested.map(coveredRow)]}
          />
          <p className="mt-2 whitespace-pre-line wrap-anywhere">{conditions.terms}</p>
        </>
      )}
    </LeadSection>
  );
}
