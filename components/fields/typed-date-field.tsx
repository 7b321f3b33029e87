'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { type FieldCheck, useCheck } from '#components/fields/use-check.ts';
import { CheckLine } from '#components/ui/check-line.tsx';
import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf, type DataAttributes } from '#components/ui/field-id.ts';
import { dateInWords, readDate } from '#lib/platform/chile/dates.ts';
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
  last?: string;
  data?: DataAttributes;
};

/** A date in Chilean order, whatever the browser's language is. Repeats the date in words. */
export function TypedDateField({ today, phrase, note, last, defaultValue, data, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const check: FieldCheck = useCallback(
    (text) => {
      const date = readDate(text);
      if (date && last && (date < today || date > last)) {
        return { problem: `Elige un día entre el ${formatDate(today)} y el ${formatDate(last)}.` };
      }
      return date
        ? { formatted: formatDate(date), words: `${phrase} ${dateInWords(date, today)}.` }
        : { problem: 'Escribe una fecha real, como 30-06-2027.' };
    },
    [phrase, today, last],
  );
  const changed = useCheck(input, check);
  const error = changed ? undefined : props.error;
  const begun = error ? null : readDate(defaultValue ?? '');
  const words = begun && `${phrase} ${dateInWords(begun, today)}.`;
  const result = changed ?? (words ? { words } : {});
  const example = last ? formatDate(last) : '30-06-2027';
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
          read={() => readDate(input.current?.value ?? '')}
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
  const [canOpen, setCanOpen] = useState(false);
  const native = useRef<HTMLInputElement>(null);
  useEffect(() => setCanOpen('showPicker' in HTMLInputElement.prototype), []);
  useEffect(() => {
    const calendar = native.current;
    const choose = (event: Event) => {
      event.stopPropagation();
      if (calendar?.value) take(calendar.value);
    };
    calendar?.addEventListener('change', choose);
    return () => calendar?.removeEventListener('change', choose);
  });
  const open = () => {
    if (!native.current) return;
    native.current.value = read() ?? '';
    native.current.showPicker();
  };
  return (
    canOpen && (
      <span className="relative flex">
        <input
          ref={native}
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
