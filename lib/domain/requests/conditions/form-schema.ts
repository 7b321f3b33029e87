import { amountAnswer } from '#lib/domain/drafts/schema.ts';
import { amountForm as typedPesos } from '#lib/domain/payments/schema.ts';
import {
  type ConditionsGuarantee,
  conditionsBody,
  conditionsGuarantee,
} from '#lib/domain/requests/conditions/schema.ts';
import { currencies } from '#lib/domain/requests/submissions/schema.ts';
import { parseAmount } from '#lib/platform/chile/amounts.ts';

/** Names of the form's fields for the guarantee at position `item` of the request. */
export function guaranteeFields(item: number) {
  return {
    montoGarantia: `monto-${item}`,
    vigenciaDesde: `desde-${item}`,
    vigenciaHasta: `hasta-${item}`,
  } as const;
}

/** Name of the hidden field with the currency of a guarantee, which conditions do not change. */
export const currencyField = (item: number) => `moneda-${item}`;

const typedGuaranteeForm = conditionsGuarantee.safeExtend({ montoGarantia: amountAnswer });

/** A form that has the fields of `guaranteeFields` for each guarantee. */
export const conditionsForm = conditionsBody
  .omit({ garantias: true })
  .extend({ price: typedPesos })
  .loose()
  .transform(({ price, issuer, terms, validUntil, lastEvent, ...fields }, check) => {
    const garantias: ConditionsGuarantee[] = [];
    for (let item = 0; guaranteeFields(item).montoGarantia in fields; item += 1) {
      const names = Object.entries(guaranteeFields(item));
      const refuse = (field: unknown, message: string) => {
        const path = names.flatMap(([key, name]) => (key === field ? name : []));
        check.addIssue({ code: 'custom', message, path });
      };
      const typed = Object.fromEntries(names.map(([key, name]) => [key, fields[name]]));
      const result = typedGuaranteeForm.safeParse(typed);
      const unit = currencies.find((currency) => currency === fields[currencyField(item)]);
      const amount = parseAmount(String(typed.montoGarantia), unit);
      if (amount && amount.unit !== unit) {
        refuse('montoGarantia', `Aquí el monto va en ${unit}.`);
      } else if (result.success) garantias.push(result.data);
      for (const { message, path } of result.error?.issues ?? []) refuse(path[0], message);
    }
    const corrected = garantias.length > 0 ? { garantias } : {};
    return { price, issuer, terms, validUntil, lastEvent, ...corrected };
  });
