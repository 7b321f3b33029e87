import { DateField } from '#components/ui/date-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { FieldCopy } from '#lib/domain/drafts/copy.ts';

type Props = { field: FieldCopy; value?: string; error?: string };

/** One field of a page, from its copy. `data-check` asks the enhancer for an instant check. */
export function StepField({ field, value, error }: Props) {
  const { kind, autoComplete, width, ...copy } = field;
  const common = { ...copy, defaultValue: value, error };
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
      return (
        <TextField
          {...common}
          {...{ autoComplete, width }}
          autoCapitalize="characters"
          spellCheck={false}
          data={{ 'data-check': 'rut' }}
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
      return <TextField {...common} {...{ autoComplete, width }} />;
  }
}
