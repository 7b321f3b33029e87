import { SuggestedEmail } from '#components/forms/suggested-email.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type Props = {
  label: string;
  hint: string;
  optional?: boolean;
  typed: { value?: string | undefined; error?: string | undefined };
};

export function PayerEmail({ typed, ...field }: Props) {
  return (
    <TextField
      {...field}
      name="correo"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={typed.value}
      error={typed.error}
    />
  );
}

/** Offers the e-mail that was probably meant. Sending the typed one again confirms it. */
export function EmailDoubt({ typed }: { typed: string | undefined }) {
  return (
    <>
      <SuggestedEmail typed={typed} />
      <input type="hidden" name="visto" value={typed} />
    </>
  );
}
