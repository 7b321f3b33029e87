import type { ComponentProps } from 'react';

type Props = ComponentProps<'form'> & {
  /** Below `/f`, or of the API. */
  action: string;
  /** The page to go on to. */
  next?: string | undefined;
};

/** Posted once, and checked by the server alone. */
export function Form({ next, children, ...rest }: Props) {
  return (
    <form method="post" data-once="" noValidate {...rest}>
      {next && <input type="hidden" name="next" value={next} />}
      {children}
    </form>
  );
}
