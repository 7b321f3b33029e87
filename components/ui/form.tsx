'use client';

import { type ComponentProps, type SubmitEvent, useEffect, useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { useAction } from '#components/ui/page-holder.ts';

type Props = Omit<ComponentProps<'form'>, 'action'> & {
  /** URL of the form, or undefined if it is not submitted. */
  action: string | undefined;
  /** Page that opens after a successful submission. */
  next?: string | undefined;
  isBusy?: boolean;
  /** True if `onSubmit` sent the data itself and got no answer. */
  isLost?: boolean;
};

/**
 * Submits once: it ignores further clicks until there is a response. Without a connection it keeps
 * the page and says so. Validation is left to the server. `onSubmit` may prevent the submission and
 * send the data itself.
 */
export function Form({
  action,
  next,
  onSubmit,
  isBusy = false,
  isLost,
  children,
  ...formAttributes
}: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const holderUrl = useAction(action);
  const isSending = isLeaving || isBusy;
  useEffect(() => {
    // The back button may restore this page from memory, so submitting must be possible again.
    const showAgain = () => setLeaving(false);
    addEventListener('pageshow', showAgain);
    return () => removeEventListener('pageshow', showAgain);
  }, []);
  const sendOnce = (event: SubmitEvent<HTMLFormElement>) => {
    if (isSending) return event.preventDefault();
    setOffline(!navigator.onLine);
    if (!navigator.onLine) return event.preventDefault();
    onSubmit?.(event);
    // If a search leads to the same page, that page is not loaded again.
    if (!event.defaultPrevented && formAttributes.method !== 'get') setLeaving(true);
  };
  return (
    <form
      method="post"
      action={formAttributes.method === 'get' ? action : holderUrl}
      noValidate
      {...formAttributes}
      onSubmit={sendOnce}
      aria-busy={isSending || undefined}
      data-sending={isSending || undefined}
    >
      {next && <input type="hidden" name="next" value={next} />}
      {children}
      {(isOffline || isLost) && (
        <Notice
          role="alert"
          tone="danger"
          title={isOffline ? 'No hay conexión' : 'No pudimos enviarlo'}
        >
          <p>Lo que escribiste sigue aquí. Revisa tu conexión e inténtalo de nuevo.</p>
        </Notice>
      )}
    </form>
  );
}
