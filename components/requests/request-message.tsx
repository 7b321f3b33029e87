import { Button } from '#components/ui/button.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { messageForm } from '#lib/domain/requests/applicant/schema.ts';
import { MAX_PAGE_MESSAGE_LENGTH } from '#lib/domain/requests/leads/contact-schema.ts';

type Props = {
  action: string;
  submissionKey: string;
  value: string | undefined;
  error: string | undefined;
  notice: string | undefined;
  /** Text that says how an error in the request is corrected. */
  correctionHint?: string | undefined;
};

export function RequestMessage({
  action,
  submissionKey,
  value,
  error,
  notice,
  correctionHint,
}: Props) {
  return (
    <EditorsOnly>
      <Section className="print:hidden">
        <details open={Boolean(notice || value || error)}>
          <summary className="cursor-pointer">
            <h2 className="inline text-lg">Escríbele a tu asesor</h2>
          </summary>
          {/* The scroll margin keeps the notice above in view when a link opens the field. */}
          <div className="mt-3 [&_textarea]:scroll-mt-64">
            <DoneNotice tight>{notice}</DoneNotice>
            {correctionHint && <p className="mb-4 max-w-text">{correctionHint}</p>}
            <Form action={action} className="grid gap-4">
              <HiddenField<typeof messageForm> name="envio" value={submissionKey} />
              <MessageField {...{ value, error }} />
              <div>
                <Button variant="secondary" wide>
                  Enviar mensaje
                </Button>
              </div>
            </Form>
          </div>
        </details>
      </Section>
    </EditorsOnly>
  );
}

type FieldProps = Pick<Props, 'value' | 'error'> & { optional?: boolean };

export function MessageField({ value, error, optional }: FieldProps) {
  return (
    <TextArea
      name="mensaje"
      label="Tu mensaje"
      hint="Te respondemos por correo, y la respuesta queda en esta página."
      rows={3}
      maxLength={MAX_PAGE_MESSAGE_LENGTH}
      defaultValue={value}
      {...{ error, optional }}
    />
  );
}
