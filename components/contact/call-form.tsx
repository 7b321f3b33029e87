import type { ReactNode } from 'react';
import { CallFields } from '#components/contact/call-fields.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { callForm } from '#lib/domain/requests/applicant/schema.ts';

type Props = Parameters<typeof CallFields>[0] & {
  action: string;
  submissionKey: string;
  hasCall: boolean;
  /** True if a link leads to the form, because not every browser unfolds the target of a link. */
  isOpen: boolean;
  doneNotice: ReactNode;
};

/** Changes or cancels a call that was promised to the sender of a contact form. */
export function CallForm({ action, submissionKey, hasCall, isOpen, doneNotice, ...fields }: Props) {
  return (
    <Section id="llamada" className="print:hidden">
      <details open={Boolean(isOpen || doneNotice || fields.errors.dia || fields.errors.telefono)}>
        <summary className="cursor-pointer">
          <h2 className="inline text-lg">
            {hasCall ? 'Cambia o cancela la llamada' : 'Pide una llamada'}
          </h2>
        </summary>
        <div className="mt-3">
          <DoneNotice tight>{doneNotice}</DoneNotice>
          <Form action={action} className="grid gap-4">
            <HiddenField<typeof callForm> name="envio" value={submissionKey} />
            <CallFields {...fields} />
            <TextField
              {...formFields<typeof callForm>(fields)('telefono')}
              label="Teléfono"
              hint="Corrígelo aquí si no es el tuyo."
              type="tel"
              autoComplete="tel"
              width="medium"
              optional
            />
            <p className="text-sm text-ink-soft">
              Vale una sola llamada: la última que elijas reemplaza a la anterior.
            </p>
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" wide>
                {hasCall ? 'Cambiar la llamada' : 'Pedir la llamada'}
              </Button>
              {hasCall && (
                <Button<typeof callForm> variant="quiet" wide name="cancelar" value="si">
                  Cancelar la llamada
                </Button>
              )}
            </div>
          </Form>
        </div>
      </details>
    </Section>
  );
}
