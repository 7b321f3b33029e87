import { CallFields } from '#components/contact/call-fields.tsx';
import { Captcha, type CaptchaProps } from '#components/forms/captcha.tsx';
import { Consent } from '#components/forms/consent.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { SuggestedEmail } from '#components/forms/suggested-email.tsx';
import { Button } from '#components/ui/button.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { PersistedStep } from '#components/wizard/persisted-step.tsx';
import {
  answerChoices,
  closingChoices,
  type contactForm,
  MAX_PAGE_MESSAGE_LENGTH,
  undecidedLabel,
} from '#lib/domain/requests/leads/contact-schema.ts';
import type { PageForm } from '#lib/domain/requests/leads/schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { phoneDoubt } from '#lib/platform/chile/format.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';

type Props = {
  kind: PageForm;
  values: Record<string, string>;
  errors: Record<string, string>;
  captcha: CaptchaProps | null;
  /** Random id of the page view, by which the server recognises a repeated form. */
  sendingId: string;
  /** Days on which a call can be chosen. */
  days?: readonly string[];
  today?: string;
  passedTimes?: readonly string[];
  files?: { name: string; maxUploadMb: number };
  /** Shown below the choice of day and hour. */
  callNote?: string | undefined;
};

export function ContactForm({
  kind,
  values,
  errors,
  captcha,
  sendingId,
  days = [],
  files,
  ...callProps
}: Props) {
  const { message, button } = formWords[kind];
  const asksHow = kind === 'asesor';
  const fieldProps = formFields<typeof contactForm>({ values, errors });
  return (
    <Form
      action={`/${kind}/enviar`}
      encType={files && 'multipart/form-data'}
      className="grid gap-6"
    >
      <PersistedStep page={kind} />
      <input type="hidden" name="envio" value={sendingId} />
      {suggestEmail(values.correo) && (
        <>
          <input type="hidden" name="visto" value={values.correo} />
          {/* Enter presses the first button of the form, which would otherwise change the e-mail. */}
          <button type="submit" hidden />
        </>
      )}
      {phoneDoubt(values.telefono) && (
        <input type="hidden" name="telefono_visto" value={values.telefono} />
      )}
      <TextField {...fieldProps('primer_nombre')} label="Nombre" autoComplete="name" />
      <div>
        <TextField
          {...fieldProps('correo')}
          label="Correo"
          hint="Ahí te respondemos."
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        {errors.correo && <SuggestedEmail typed={values.correo} />}
      </div>
      <TextArea
        {...fieldProps('mensaje')}
        {...message}
        rows={5}
        maxLength={MAX_PAGE_MESSAGE_LENGTH}
      />
      {files && (
        <FileField
          {...files}
          label="¿Tienes las bases u otro documento? Adjúntalo"
          multiple
          error={errors[files.name]}
          optional
        />
      )}
      {asksHow && (
        <RadioGroup
          {...fieldProps('respuesta_preferida')}
          legend="¿Cómo prefieres que te respondamos?"
          options={toOptions(answerChoices)}
          optional
        />
      )}
      <div data-for={asksHow && !errors.telefono ? 'call' : undefined}>
        <TextField
          {...fieldProps('telefono')}
          label={asksHow ? 'Teléfono para llamarte' : 'Teléfono'}
          hint="Por ejemplo, +56 9 1234 5678."
          type="tel"
          autoComplete="tel"
          width="medium"
          optional={!asksHow}
        />
        {asksHow && (
          <div className="mt-6">
            <CallFields
              {...{ days, values, errors }}
              today={callProps.today}
              passedTimes={callProps.passedTimes}
            />
            {callProps.callNote && (
              <p className="mt-3 text-sm text-ink-soft">{callProps.callNote}</p>
            )}
          </div>
        )}
      </div>
      {asksHow && (
        <details
          open={Boolean(values.perfil_activo || values.cuando_cierra || errors.cuando_cierra)}
          className="border-t border-line pt-3"
        >
          <summary className="w-fit cursor-pointer py-2 font-semibold text-brand">
            Cuándo cierra y qué garantía es{' '}
            <span className="font-normal text-ink-soft">(opcional)</span>
          </summary>
          <div className="grid gap-6 pt-3">
            <RadioGroup
              {...fieldProps('cuando_cierra')}
              legend="¿Cuándo cierra?"
              hint="La licitación, o el plazo para entregar la garantía."
              options={toOptions(closingChoices)}
              inline
              optional
            />
            <SelectField
              {...fieldProps('perfil_activo')}
              label="¿Qué garantía necesitas?"
              options={toOptions(guaranteeLabels)}
              optional
            />
          </div>
        </details>
      )}
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

const guaranteeLabels = [
  ...Object.values(guaranteeTypeCopy).map(({ label }) => label),
  undecidedLabel,
];

function toOptions(texts: readonly string[]) {
  return texts.map((text) => ({ value: text, label: text }));
}

type FormWords = {
  message: { label: string; hint?: string; optional?: boolean };
  button: string;
};

const formWords: Record<PageForm, FormWords> = {
  contacto: { message: { label: 'Tu mensaje' }, button: 'Enviar mensaje' },
  asesor: {
    message: {
      label: '¿Cuál es tu duda?',
      hint: 'Con tus palabras. Si los tienes, el ID de la licitación, el monto y la fecha.',
      optional: true,
    },
    button: 'Pedir asesoría',
  },
};
