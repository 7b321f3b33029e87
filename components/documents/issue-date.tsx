import { Checkbox } from '#components/ui/checkbox.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { formatDate } from '#lib/platform/format.ts';

type Props = {
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  hint: string;
  values: Record<string, string>;
  error?: string | undefined;
};

/** Of when a paper is: today by one press, or its date. */
export function IssueDate({ today, hint, values, error }: Props) {
  return (
    <fieldset>
      <legend className="font-semibold">
        ¿De cuándo es?<span className="font-normal text-ink-soft"> (opcional)</span>
      </legend>
      <p className="text-sm text-ink-soft">{hint}</p>
      <Checkbox
        name="issuedToday"
        label={`De hoy, ${formatDate(today)}`}
        defaultChecked={values.issuedToday !== undefined}
      />
      <div className="mt-3">
        <DateField
          name="issuedAt"
          label="O la fecha que trae"
          max={today}
          defaultValue={values.issuedAt}
          error={error}
        />
      </div>
    </fieldset>
  );
}
