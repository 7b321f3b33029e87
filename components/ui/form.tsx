'use client';

import { type ComponentProps, type SubmitEvent, useEffect, useState } from 'react';

type Props = Omit<ComponentProps<'form'>, 'action'> & {
  /** Address of the form, undefined if it sends nothing. */
  action: string | undefined;
  /** Page that follows. */
  next?: string | undefined;
};

/**
 * Posts once, and the server alone checks it: a second click on a form that is on its way sends
 * nothing. Own scripts may send in its place.
 */
export function Form({ action, next, onSubmit, children, ...rest }: Props) {
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    // The back button may show the page as it was left, so the form can send again.
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
