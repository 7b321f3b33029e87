'use client';

import { type ComponentProps, type SubmitEvent, useEffect, useState } from 'react';

type Props = Omit<ComponentProps<'form'>, 'action'> & {
  /** Undefined where there is nothing to send. */
  action: string | undefined;
  /** The page to go on to. */
  next?: string | undefined;
};

/**
 * Posted once, and checked by the server alone: a second click on a form that is on its way sends
 * nothing. What its own scripts send in its place is theirs.
 */
export function Form({ action, next, onSubmit, children, ...rest }: Props) {
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    // The back button may show the page as it was left: let it send again.
    const again = () => setSending(false);
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);
  const sendOnce = (event: SubmitEvent<HTMLFormElement>) => {
    if (isSending) return event.preventDefault();
    onSubmit?.(event);
    if (!event.defaultPrevented) setSending(true);
  };
  return (
    <form
      method="post"
      action={action}
      noValidate
      {...rest}
      onSubmit={sendOnce}
      aria-busy={isSending || undefined}
      data-sending={isSending || undefined}
    >
      {next && <input type="hidden" name="next" value={next} />}
      {children}
    </form>
  );
}
