import { DateField } from '#components/ui/date-field.tsx';
import type { DataAttributes } from '#components/ui/field-id.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { type FieldCopy, tenderCopy } from '#lib/domain/drafts/copy.ts';

type Props = {
  field: FieldCopy;
  value?: string;
  error?: string;
  /** The value that Mercado Público tells; said beside the field while it is that one. */
  brought?: string;
  lookUps?: boolean;
};

/** One field of a page, from its copy. `data-check` asks the enhancer for an instant check. */
export function StepField({ field, value, error, brought, lookUps }: Props) {
  const { kind, autoComplete, width, lookUp, ...copy } = field;
  const isBrought = value !== undefined && value === brought;
  const common = {
    ...copy,
    defaultValue: value,
    error,
    hint: isBrought ? tenderCopy.brought : copy.hint,
  };
  const data: DataAttributes = lookUp && lookUps ? { 'data-look-up': lookUp } : {};
  switch (kind) {
    case 'date':
      return <DateField {...common} />;
    case 'lines':
      return <TextArea {...common} maxLength={2000} />;
    case 'email':
      return (
        <TextField
          {...common}
          {...{ autoComplete, width }}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          data={{ 'data-check': 'email' }}
        />
      );
    case 'tel':
      return <TextField {...common} {...{ autoComplete, width }} type="tel" />;
    case 'rut':
    case 'tender':
      return (
        <TextField
          {...common}
          {...{ autoComplete, width }}
          autoCapitalize="characters"
          spellCheck={false}
          data={{ ...data, 'data-check': kind }}
        />
      );
    case 'amount':
      return (
        <TextField
          {...common}
          {...{ autoComplete, width }}
          inputMode="decimal"
          data={{ 'data-check': 'amount' }}
        />
      );
    case 'text':
      return <TextField {...common} {...{ autoComplete, width, data }} />;
  }
}
