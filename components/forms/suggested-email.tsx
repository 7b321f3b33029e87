import { Button } from '#components/ui/button.tsx';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';
import type { OpenForm } from '#lib/platform/operations/field-name.ts';

/**
 * Offers the e-mail that was probably meant. Its button submits the form with it after the typed
 * one; the last value of a field counts. Renders nothing for an e-mail without a likely typo.
 */
export function SuggestedEmail({ typed }: { typed: string | undefined }) {
  const suggestion = suggestEmail(typed);
  if (!suggestion) return null;
  return (
    <div className="mt-3">
      <Button<OpenForm> variant="secondary" compact name="correo" value={suggestion}>
        <span className="min-w-0 wrap-anywhere">Usar {suggestion}</span>
      </Button>
    </div>
  );
}
