import type { ReactNode } from 'react';
import { type ButtonLook, buttonClass } from '#components/ui/button-class.ts';
import type { DataAttributes } from '#components/ui/field-id.ts';

type Props = ButtonLook & {
  href: string;
  children: ReactNode;
  download?: boolean | string;
  data?: DataAttributes;
};

/** Draws a link as a button. What changes state is a `Button`. */
export function LinkButton({ variant, wide, compact, data, ...rest }: Props) {
  return <a className={buttonClass({ variant, wide, compact })} {...rest} {...data} />;
}
