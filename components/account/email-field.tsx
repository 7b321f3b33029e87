import { EmailTextField } from '#components/forms/email-text-field.tsx';
import type { FieldProps } from '#components/ui/field.tsx';

type Props = Pick<FieldProps, 'name' | 'error' | 'hint'> & {
  defaultValue?: string;
  label?: string;
};

/**
 * An e-mail field with `autoComplete="username"`, by which password managers recognise the account.
 */
export function EmailField({ label = 'Correo', ...props }: Props) {
  return <EmailTextField {...props} label={label} autoComplete="username" />;
}
