import type { ReactNode } from 'react';
import { type ButtonStyle, buttonClass } from '#components/ui/button-class.ts';
import type { DataAttributes } from '#components/ui/field-id.ts';

type Props = ButtonStyle & {
  children: ReactNode;
  /** Sent with the form, which may have several buttons. */
  name?: string;
  value?: string;
  id?: string;
  form?: string;
  formAction?: string;
  hidden?: boolean;
  disabled?: boolean;
  data?: DataAttributes;
};

export function Button({ variant, wide, compact, data, ...rest }: Props) {
  return (
    <button type="submit" className={buttonClass({ variant, wide, compact })} {...rest} {...data} />
  );
}
