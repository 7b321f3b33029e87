'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { type FieldCheck, useCheck } from '#components/forms/use-check.ts';
import { CheckLine } from '#components/ui/check-line.tsx';
import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf, type DataAttributes } from '#components/ui/field-id.ts';
import { dateInWords, parseDate } from '#lib/platform/chile/dates.ts';
import { formatDate } from '#lib/platform/chile/format.ts';

type Props = Omit<FieldProps, 'hint'> & {
  /** The text as it was typed, or a date as `dd-mm-aaaa`. */
  defaultValue?: string;
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  /** Words before the date, such as `Vence el`. */
  phrase: string;
  /** A sentence about the date, added to the hint. */
  note?: string | undefined;
  /** The last accepted day, `YYYY-MM-DD`, if there is one. It is also the example. */
  lastDay?: string;
  data?: DataAttributes;
};

/** A date in Chilean order, whatever the browser's language is. Repeats the date in words. */
export function TypedDateField({
  today,
  phrase,
  note,
  lastDay,
  defaultValue,
  data,
  ...props
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const check: FieldCheck = useCallback(
    (text) => {
      const date = parseDate(text);
      if (date && lastDay && (date < today || date > lastDay)) {
        return {
          problem: `Elige un día entre el ${formatDate(today)} y el ${formatDate(lastDay)}.`,
        };
      }
      return date
        ? { formatted: formatDate(date), words: `${phrase} ${dateInWords(date, today)}.` }
        : { problem: 'Escribe una fecha real, como 30-06-2027.' };
    },
    [phrase, today, lastDay],
  );
  const checkResult = useCheck(input, check);
  const error = checkResult ? undefined : props.error;
  const initialDate = error ? null : parseDate(defaultValue ?? '');
  const words = initialDate && `${phrase} ${dateInWords(initialDate, today)}.`;
  const result = checkResult ?? (words ? { words } : {});
  const example = lastDay ? formatDate(lastDay) : '30-06-2027';
  const hint = [`Día, mes y año, por ejemplo ${example}.`, note].filter(Boolean).join(' ');
  const take = (day: string) => {
    if (!input.current) return;
    input.current.value = formatDate(day);
    input.current.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return (
    <Field {...props} error={error} hint={hint}>
      <div className="flex gap-3">
        <input
          {...data}
          {...controlOf({ ...props, error, hint, check: result })}
          ref={input}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={defaultValue}
          className="control max-w-40 tabular-nums"
        />
        <Calendar
          label={props.label}
          read={() => parseDate(input.current?.value ?? '')}
          take={take}
        />
      </div>
      <CheckLine name={props.name} check={result} />
    </Field>
  );
}

type CalendarProps = {
  label: string;
  read: () => string | null;
  take: (day: string) => void;
};

/** A button that opens the browser's own calendar, if it has one. */
function Calendar({ label, read, take }: CalendarProps) {
  const [mayOpen, setMayOpen] = useState(false);
  const nativeInput = useRef<HTMLInputElement>(null);
  useEffect(() => setMayOpen('showPicker' in HTMLInputElement.prototype), []);
  useEffect(() => {
    const calendar = nativeInput.current;
    const choose = (event: Event) => {
      event.stopPropagation();
      if (calendar?.value) take(calendar.value);
    };
    calendar?.addEventListener('change', choose);
    return () => calendar?.removeEventListener('change', choose);
  });
  const open = () => {
    if (!nativeInput.current) return;
    nativeInput.current.value = read() ?? '';
    nativeInput.current.showPicker();
  };
  return (
    mayOpen && (
      <span className="relative flex">
        <input
          ref={nativeInput}
          type="date"
          tabIndex={-1}
          className="invisible absolute inset-0 w-full"
        />
        <button
          type="button"
          className="btn btn-secondary btn-compact"
          aria-label={`Calendario: ${label}`}
          onClick={open}
        >
          Calendario
        </button>
      </span>
    )
  );
}
