import { EmailTextField } from '#components/fields/email-text-field.tsx';
import type { FieldProps } from '#components/ui/field.tsx';

type Props = Pick<FieldProps, 'name' | 'error' | 'hint'> & {
  defaultValue?: string;
  label?: string;
};

/** `autoComplete="username"` lets password managers recognise the account. */
export function EmailField({ label = 'Correo', ...props }: Props) {
  return <EmailTextField {...props} label={label} autoComplete="username" />;
}
