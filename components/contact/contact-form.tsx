import { Captcha, type CaptchaProps } from '#components/forms/captcha.tsx';
import { Consent } from '#components/forms/consent.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import {
  answerChoices,
  type FormKind,
  PAGE_MESSAGE,
  undecided,
  writerChoices,
} from '#lib/domain/requests/leads/schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';

type Props = {
  kind: FormKind;
  values: Record<string, string>;
  errors: Record<string, string>;
  captcha: CaptchaProps | null;
  /** Random id of this page view, by which a repeated post is recognised. */
  sendingId: string;
};

export function ContactForm({ kind, values, errors, captcha, sendingId }: Props) {
  const { who, which, rut, message, button } = asks[kind];
  const shown = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <Form action={`/${kind}/enviar`} className="grid gap-6">
      <input type="hidden" name="envio" value={sendingId} />
      {suggestEmail(values.correo) && <input type="hidden" name="visto" value={values.correo} />}
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField {...shown('primer_nombre')} label="Nombre" autoComplete="given-name" />
        <TextField {...shown('apellido')} label="Apellido" autoComplete="family-name" optional />
      </div>
      <TextField
        {...shown('correo')}
        label="Correo"
        hint="Ahí te respondemos."
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...shown('telefono')}
        label="Teléfono"
        hint="Por si es más fácil conversarlo. Por ejemplo, +56 9 1234 5678."
        type="tel"
        autoComplete="tel"
        width="medium"
        optional
      />
      {kind !== 'contacto' && (
        <RadioGroup
          {...shown('respuesta_preferida')}
          legend="¿Cómo prefieres que te respondamos?"
          options={choices(answerChoices)}
          optional
        />
      )}
      {rut && (
        <TextField
          {...shown('rut')}
          label="RUT de tu empresa"
          hint="Por ejemplo, 76.123.456-0."
          width="medium"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          optional
        />
      )}
      {who && (
        <SelectField
          {...shown('tipo_inversionista')}
          label="¿Qué haces?"
          options={choices(writerChoices)}
          optional
        />
      )}
      {which && (
        <SelectField
          {...shown('perfil_activo')}
          label="¿Qué garantía necesitas?"
          options={choices(wanted)}
          optional
        />
      )}
      <TextArea {...shown('mensaje')} {...message} rows={5} maxLength={PAGE_MESSAGE} />
      <Consent
        name="acepta_politicas"
        use="responderme"
        defaultChecked={values.acepta_politicas === 'true'}
        error={errors.acepta_politicas}
      />
      {captcha && <Captcha {...captcha} />}
      <div>
        <Button wide>{button}</Button>
      </div>
    </Form>
  );
}

const wanted = [...Object.values(guaranteeTypeCopy).map(({ label }) => label), undecided];

function choices(texts: readonly string[]) {
  return texts.map((text) => ({ value: text, label: text }));
}

/** Questions of a form beyond contact and message. */
type Asks = {
  who?: true;
  which?: true;
  rut?: true;
  message: { label: string; hint?: string; optional?: true };
  button: string;
};

const asks: Record<FormKind, Asks> = {
  contacto: { message: { label: 'Tu mensaje' }, button: 'Enviar mensaje' },
  asesor: {
    which: true,
    message: {
      label: 'Cuéntanos de tu licitación o contrato',
      hint: 'El ID, el monto, la fecha en que debes entregar la garantía: lo que ya sepas.',
      optional: true,
    },
    button: 'Pedir asesoría',
  },
  experto: {
    who: true,
    which: true,
    rut: true,
    message: {
      label: 'Tu caso',
      hint: 'El ID de la licitación o el mandante, el monto y para cuándo la necesitas.',
      optional: true,
    },
    button: 'Enviar mi consulta',
  },
};
