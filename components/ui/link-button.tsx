import type { ReactNode } from 'react';
import { type ButtonStyle, buttonClass } from '#components/ui/button-class.ts';
import type { DataAttributes } from '#components/ui/field-id.ts';

type Props = ButtonStyle & {
  href: string;
  children: ReactNode;
  download?: boolean | string;
  data?: DataAttributes;
};

/** A link that looks like a button. Use `Button` for actions. */
export function LinkButton({ variant, wide, compact, data, ...rest }: Props) {
  return <a className={buttonClass({ variant, wide, compact })} {...rest} {...data} />;
}
