import { EmailField } from '#components/account/email-field.tsx';
import { Captcha, type CaptchaProps } from '#components/forms/captcha.tsx';
import { PasswordField } from '#components/forms/password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { roleCopy } from '#lib/domain/accounts/copy.ts';
import { brand } from '#lib/platform/brand.ts';

type Props = {
  values: Record<string, string>;
  errors: Record<string, string>;
  captcha: CaptchaProps | null;
  /** The address is known and right. */
  asksPassword: boolean;
};

export function LoginForm({ values, errors, captcha, asksPassword }: Props) {
  return (
    <Form action="/f/login/entrar" next={values.next} className="grid gap-6">
      <EmailField value={values.email} error={errors.email} />
      <PasswordField
        name="password"
        label="Contraseña"
        error={errors.password}
        autoComplete="current-password"
        autoFocus={asksPassword}
      />
      {captcha && <Captcha {...captcha} />}
      <div>
        <Button wide>Ingresar</Button>
      </div>
      {/* Only the team has more than one profile: customers have nothing to choose. */}
      <details open={Boolean(values.profile || errors.profile)}>
        <summary className="cursor-pointer py-1.5 text-sm text-ink-soft">
          Soy del equipo de {brand.name}
        </summary>
        <div className="mt-3">
          <SelectField
            name="profile"
            label="Ingresar como"
            optional
            placeholder="El perfil de mi cuenta"
            options={Object.entries(roleCopy).map(([value, label]) => ({ value, label }))}
            defaultValue={values.profile}
            error={errors.profile}
            width="medium"
          />
        </div>
      </details>
    </Form>
  );
}
