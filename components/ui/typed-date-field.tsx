import { Field, type FieldProps } from '#components/ui/field.tsx';
import { type DataAttributes, describedBy, fieldId } from '#components/ui/field-id.ts';
import { dateInWords, readDate } from '#lib/platform/dates.ts';

type Props = Omit<FieldProps, 'hint'> & {
  /** As it was typed, or `dd-mm-aaaa`. */
  defaultValue?: string;
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  /** What the day is: `Vence el`. */
  says: string;
  data?: DataAttributes;
};

/** A date typed in the order of Chile, whatever the browser's language, and said again in words. */
export function TypedDateField({ today, says, defaultValue, data, ...props }: Props) {
  const { name, error } = props;
  const id = fieldId(name);
  const date = error ? null : readDate(defaultValue ?? '');
  const hint = 'Día, mes y año, por ejemplo 30-06-2027.';
  return (
    <Field {...props} hint={hint}>
      <div className="flex gap-3">
        <input
          {...data}
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={defaultValue}
          data-check="date"
          data-today={today}
          data-says={says}
          aria-describedby={`${describedBy(name, { hint, error })} ${id}-check`}
          aria-invalid={error ? true : undefined}
          className="control max-w-40 tabular-nums"
        />
      </div>
      <p id={`${id}-check`} role="status" className="mt-1 text-sm text-ink-soft empty:hidden">
        {date && `${says} ${dateInWords(date, today)}.`}
      </p>
    </Field>
  );
}
