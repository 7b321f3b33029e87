import type { ReactNode } from 'react';
import { type ButtonStyle, buttonClass } from '#components/ui/button-class.ts';

type Props = ButtonStyle & {
  href: string;
  children: ReactNode;
  download?: boolean | string;
};

/** A link that looks like a button. Use `Button` for actions. */
export function LinkButton({ variant, wide, compact, ...linkAttributes }: Props) {
  return <a className={buttonClass({ variant, wide, compact })} {...linkAttributes} />;
}
