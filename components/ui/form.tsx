import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'form'>, 'action'> & {
  /** Below `/f`, or of the API; undefined where there is nothing to send. */
  action: string | undefined;
  /** The page to go on to. */
  next?: string | undefined;
};

/** Posted once, and checked by the server alone. */
export function Form({ action, next, children, ...rest }: Props) {
  return (
    <form method="post" action={action} data-once="" noValidate {...rest}>
      {next && <input type="hidden" name="next" value={next} />}
      {children}
    </form>
  );
}
