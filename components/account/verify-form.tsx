import { CodeField } from '#components/account/code-field.tsx';
import { EmailField } from '#components/account/email-field.tsx';
import { Captcha, type CaptchaProps } from '#components/forms/captcha.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';

type Props = {
  email?: string;
  /** When the last code was sent, as the address says it. */
  desde?: string;
  next?: string;
  secondsToWait: number;
  errors: Record<string, string>;
  captcha: CaptchaProps | null;
};

/** One form, two ways out: Enter verifies, the second button asks for another code. */
export function VerifyForm({ email, desde, next, secondsToWait, errors, captcha }: Props) {
  return (
    <Form action="/f/verificar/confirmar" next={next} className="grid gap-6">
      {email && !errors.email ? (
        <input type="hidden" name="email" value={email} />
      ) : (
        <EmailField value={email} error={errors.email} />
      )}
      {desde && <input type="hidden" name="desde" value={desde} />}
      <CodeField error={errors.code} />
      {captcha && <Captcha {...captcha} />}
      <div className="grid justify-items-start gap-3">
        <Button wide>Verificar</Button>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button variant="secondary" compact id="reenviar" formAction="/f/verificar/reenviar">
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
    </Form>
  );
}
