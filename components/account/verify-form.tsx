import { EmailField } from '#components/account/email-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type Props = {
  email?: string;
  /** When the last code was sent, as the address says it. */
  desde?: string;
  /** Where the person wanted to go before all this. */
  next?: string;
  secondsToWait: number;
  errors: Record<string, string>;
};

/** One form, two ways out: Enter verifies, the second button asks for another code. */
export function VerifyForm({ email, desde, next, secondsToWait, errors }: Props) {
  return (
    <form
      method="post"
      action="/verificar/confirmar"
      data-once=""
      noValidate
      className="grid gap-6"
    >
      {email && !errors.email ? (
        <input type="hidden" name="email" value={email} />
      ) : (
        <EmailField value={email} error={errors.email} />
      )}
      {desde && <input type="hidden" name="desde" value={desde} />}
      {next && <input type="hidden" name="next" value={next} />}
      <TextField
        name="code"
        label="Código"
        hint="Da lo mismo si usas mayúsculas o minúsculas."
        width="short"
        autoComplete="one-time-code"
        inputMode="text"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.code}
      />
      <div className="grid justify-items-start gap-3">
        <Button wide>Verificar</Button>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button variant="secondary" compact id="reenviar" formAction="/verificar/reenviar">
            Enviarme otro código
          </Button>
          {secondsToWait > 0 && (
            <p
              data-seconds={secondsToWait}
              data-holds="reenviar"
              className="text-sm text-ink-soft tabular-nums"
            >
              Podrás pedir otro en <span>{secondsToWait}</span> s.
            </p>
          )}
        </div>
      </div>
    </form>
  );
}
