import type { ReactNode } from 'react';
import { ConditionsGuarantees } from '#components/admin/lead/conditions-guarantees.tsx';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LeadSection } from '#components/admin/lead/lead-section.tsx';
import { LastEvent } from '#components/admin/lead/lead-watch.tsx';
import { AmountTextField } from '#components/fields/amount-text-field.tsx';
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
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatDateTime, isoDay } from '#lib/platform/chile/format.ts';

type Props = LeadPartProps & {
  conditions: Conditions | null;
  isNext: boolean;
  notice: ReactNode;
};

const keepTyped = { 'data-keep-typed': '' };

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
  const { isNext, notice } = otherProps;
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
      isOpen={isNext || 'issuer' in values}
      foldedContent={
        !isClosed && (
          <InPlaceForm
            action={`/admin/leads/${lead.id}/condiciones${fromList(list)}`}
            className="grid gap-6"
          >
            <LastEvent />
            <AmountTextField
              {...field('price', groupAmount(`${conditions?.price ?? ''}`))}
              label="Precio en pesos"
              hint="El total, con impuestos. Al aceptar se crea un pago por este monto."
              prefix="$"
              inputMode="numeric"
              width="medium"
              data={keepTyped}
            />
            <TextField
              {...field('issuer', conditions?.issuer)}
              label="Emisor"
              autoComplete="off"
              data={keepTyped}
            />
            <TextArea
              {...field('terms', conditions?.terms)}
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
          <SummaryList dense rows={conditionsRows(conditions)} />
          <p className="mt-2 whitespace-pre-line wrap-anywhere">{conditions.terms}</p>
        </>
      )}
    </LeadSection>
  );
}
