import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf, type DataAttributes } from '#components/ui/field-id.ts';
import { dateInWords, readDate } from '#lib/platform/chile/dates.ts';

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
  const date = props.error ? null : readDate(defaultValue ?? '');
  const hint = 'Día, mes y año, por ejemplo 30-06-2027.';
  const control = controlOf({ ...props, hint });
  return (
    <Field {...props} hint={hint}>
      <div className="flex gap-3">
        <input
          {...data}
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={defaultValue}
          data-check="date"
          data-today={today}
          data-says={says}
          aria-describedby={`${control['aria-describedby']} ${control.id}-check`}
          className="control max-w-40 tabular-nums"
        />
      </div>
      <p
        id={`${control.id}-check`}
        role="status"
        className="mt-1 text-sm text-ink-soft empty:hidden"
      >
        {date && `${says} ${dateInWords(date, today)}.`}
      </p>
    </Field>
  );
}
