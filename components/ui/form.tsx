'use client';

import { type ComponentProps, type SubmitEvent, useEffect, useState } from 'react';

type Props = Omit<ComponentProps<'form'>, 'action'> & {
  /** Address of the form, undefined if it sends nothing. */
  action: string | undefined;
  /** Page that follows. */
  next?: string | undefined;
  /** True while a script sends it. */
  isBusy?: boolean;
};

/**
 * Posts once, and the server alone checks it: a second click on a form that is on its way sends
 * nothing. Own scripts may send in its place.
 */
export function Form({ action, next, onSubmit, isBusy = false, children, ...rest }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const isSending = isLeaving || isBusy;
  useEffect(() => {
    // The back button may show the page as it was left, so the form can send again.
    const again = () => setLeaving(false);
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);
  const sendOnce = (event: SubmitEvent<HTMLFormElement>) => {
    if (isSending) return event.preventDefault();
    onSubmit?.(event);
    if (!event.defaultPrevented) setLeaving(true);
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
