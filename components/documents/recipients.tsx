import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { MAX_RECIPIENTS } from '#lib/domain/share-links/rules.ts';
import { RECIPIENT_ROWS } from '#lib/domain/share-links/schema.ts';

type Props = { values: Record<string, string>; errors: Record<string, string> };

export function Recipients(props: Props) {
  return (
    <fieldset>
      <legend className="font-semibold">
        ¿Para quién?<span className="font-normal text-ink-soft"> (opcional)</span>
      </legend>
      <p className="mb-3 text-sm text-ink-soft">
        Creas un enlace para cada uno y ves cuándo lo abre. Con su correo, se lo envías desde aquí.
        Quien lo abre no ve su nombre.
      </p>
      <Row {...props} rowNumber={1} />
    </fieldset>
  );
}

/**
 * A row for a recipient. It contains a `<details>` with the next row. The last one has a field for
 * a pasted list.
 */
function Row({ values, errors, rowNumber }: Props & { rowNumber: number }) {
  const suffix = rowNumber > 1 ? ` ${rowNumber}` : '';
  const filledNames = Object.keys({ ...values, ...errors }).filter(
    (name) => values[name] || errors[name],
  );
  const isFilledBelow = filledNames.some((name) => {
    const [, row] = /^(?:nombre|email)(\d)$/.exec(name) ?? [];
    return name === 'recipients' || Number(row) > rowNumber;
  });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          name={`nombre${rowNumber}`}
          label={`Nombre o aseguradora${suffix}`}
          maxLength={80}
          defaultValue={values[`nombre${rowNumber}`]}
          error={errors[`nombre${rowNumber}`]}
        />
        <TextField
          name={`email${rowNumber}`}
          label={`Correo${suffix}`}
          optional
          type="email"
          maxLength={115}
          defaultValue={values[`email${rowNumber}`]}
          error={errors[`email${rowNumber}`]}
        />
      </div>
      <details className="mt-2" open={isFilledBelow}>
        <summary className="w-fit cursor-pointer py-2 text-sm font-semibold text-brand">
          {rowNumber < RECIPIENT_ROWS ? 'Otro destinatario' : 'Pegar una lista'}
        </summary>
        {rowNumber < RECIPIENT_ROWS ? (
          <Row {...{ values, errors }} rowNumber={rowNumber + 1} />
        ) : (
          <TextArea
            name="recipients"
            label="Los demás, uno por línea"
            hint={`Nombre y correo de cada uno: ${MAX_RECIPIENTS} destinatarios en total como máximo.`}
            rows={3}
            defaultValue={values.recipients}
            error={errors.recipients}
          />
        )}
      </details>
    </>
  );
}
