'use client';

import { type ComponentProps, type SubmitEvent, useEffect, useState } from 'react';
import { useAction } from '#components/ui/page-holder.ts';

type Props = Omit<ComponentProps<'form'>, 'action'> & {
  /** URL of the form, or undefined if it is not submitted. */
  action: string | undefined;
  /** Page that opens after a successful submission. */
  next?: string | undefined;
  isBusy?: boolean;
};

/**
 * Submits once: it ignores further clicks until there is a response. Validation is left to the
 * server. `onSubmit` may prevent the submission and send the data itself.
 */
export function Form({ action, next, onSubmit, isBusy = false, children, ...rest }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const url = useAction(action);
  const isSending = isLeaving || isBusy;
  useEffect(() => {
    // The back button may restore this page from memory, so submitting must be possible again.
    const showAgain = () => setLeaving(false);
    addEventListener('pageshow', showAgain);
    return () => removeEventListener('pageshow', showAgain);
  }, []);
  const sendOnce = (event: SubmitEvent<HTMLFormElement>) => {
    if (isSending) return event.preventDefault();
    onSubmit?.(event);
    if (!event.defaultPrevented) setLeaving(true);
  };
  return (
    <form
      method="post"
      action={url}
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
