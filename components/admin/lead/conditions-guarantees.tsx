import { DateField } from '#components/ui/date-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { currencyField, guaranteeFields } from '#lib/domain/requests/conditions/form-schema.ts';
import { guaranteeTexts } from '#lib/domain/requests/submissions/view.ts';
import type { StoredLead } from '#lib/domain/requests/team/view.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';

type Props = {
  requested: StoredLead['requested'];
  values: Partial<Record<string, string>>;
  errors: Partial<Record<string, string>>;
};

const keepTyped = { 'data-keep-typed': '' };

/**
 * Asks for amount and validity of each guarantee. The fields begin with the values of the request.
 */
export function ConditionsGuarantees({ requested, values, errors }: Props) {
  return requested.map((guarantee, index) => {
    const names = guaranteeFields(index);
    const { type, sentAmount, sentTerm } = guaranteeTexts(guarantee);
    const { monedaGarantia: currency } = guarantee;
    const field = (name: keyof typeof names, initialValue: string) => ({
      name: names[name],
      defaultValue: values[names[name]] ?? initialValue,
      error: errors[names[name]],
      data: keepTyped,
    });
    return (
      <fieldset key={names.montoGarantia}>
        <legend className="mb-2 font-semibold">{type}</legend>
        <input type="hidden" name={currencyField(index)} value={currency} />
        <div className="grid gap-4">
          <TextField
            {...field('montoGarantia', typeableAmount(guarantee.montoGarantia))}
            label={`Monto asegurado en ${currency}`}
            hint={sentAmount && `Pidió ${sentAmount}`}
            inputMode="decimal"
            width="medium"
            {...(currency === 'pesos' ? { prefix: '$' } : { suffix: currency })}
            autoComplete="off"
          />
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            <DateField {...field('vigenciaDesde', guarantee.vigenciaDesde)} label="Desde" />
            <DateField
              {...field('vigenciaHasta', guarantee.vigenciaHasta)}
              label="Hasta"
              hint={sentTerm && `Pidió ${sentTerm}`}
            />
          </div>
        </div>
      </fieldset>
    );
  });
}

/** Groups digits. Three decimals get a zero more, because they could be read as thousands. */
function typeableAmount(decimal: string): string {
  return groupAmount(decimal.replace(/\.\d{3}$/, '$&0'));
}
