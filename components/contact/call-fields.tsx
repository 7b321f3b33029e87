import { formFields } from '#components/forms/form-fields.ts';
import { SelectField } from '#components/ui/select-field.tsx';
import type { callForm } from '#lib/domain/requests/applicant/schema.ts';
import { nearDayText } from '#lib/domain/requests/leads/call-copy.ts';
import { callTimes } from '#lib/domain/requests/leads/call-schema.ts';
import { capitalise, formatDate, formatWeekday, startOfDay } from '#lib/platform/chile/format.ts';

type Props = {
  /** Days that can be chosen (`YYYY-MM-DD`). */
  days: readonly string[];
  today: string | undefined;
  /** Times that can no longer be chosen today. They are hidden while today is chosen. */
  passedTimes?: readonly string[] | undefined;
  values: Record<string, string>;
  errors: Record<string, string>;
};

export function CallFields({ days, today, passedTimes = [], values, errors }: Props) {
  const fieldProps = formFields<typeof callForm>({ values, errors });
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      <SelectField
        {...fieldProps('dia')}
        label="¿Qué día?"
        placeholder="El primero que puedan"
        options={days.map((day) => ({
          value: day,
          ...(day === today && { data: { 'data-today': '' } }),
          label: capitalise(
            `${nearDayText(day, today)}${formatWeekday(startOfDay(day))} ${formatDate(day)}`,
          ),
        }))}
        optional
      />
      <SelectField
        {...fieldProps('hora')}
        label="¿A qué hora?"
        placeholder="Cuando puedan"
        options={callTimes.map((time) => ({
          value: time,
          label: capitalise(time),
          ...(passedTimes.includes(time) && { data: { 'data-passed': '' } }),
        }))}
        optional
      />
    </div>
  );
}
