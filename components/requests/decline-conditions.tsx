import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import {
  type declineBody,
  MAX_DECLINE_REASON_LENGTH,
} from '#lib/domain/requests/conditions/schema.ts';

type Props = {
  action: string;
  version: number;
  value: string | undefined;
  error: string | undefined;
};

/** Declines conditions, with a reason if the applicant gives one. */
export function DeclineConditions({ action, version, value, error }: Props) {
  return (
    <details open={Boolean(value || error)}>
      <summary className="w-fit cursor-pointer py-1.5 text-brand underline underline-offset-4">
        No acepto
      </summary>
      <Form action={action} className="mt-3 grid gap-4">
        <HiddenField<typeof declineBody> name="version" value={version} />
        <TextArea
          name="reason"
          label="¿Por qué no?"
          hint="Tu solicitud sigue abierta, y tu asesor puede enviarte otras condiciones."
          optional
          rows={2}
          maxLength={MAX_DECLINE_REASON_LENGTH}
          defaultValue={value}
          error={error}
        />
        <div>
          <Button variant="secondary" wide>
            No acepto estas condiciones
          </Button>
        </div>
      </Form>
    </details>
  );
}
