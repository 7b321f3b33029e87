import { fromList, LEAD_FORM } from '#components/admin/lead/lead-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { deliveryName } from '#lib/domain/deliveries/copy.ts';
import type { Lead } from '#lib/domain/requests/team/view.ts';
import type { OpenForm } from '#lib/platform/operations/field-name.ts';

type Props = Pick<Lead['deliveries'][number], 'id' | 'kind' | 'state' | 'lastError'> & {
  /** The lead on whose page the button stands. */
  leadId?: number;
  list?: string;
  /** True on the delivery's own page, to which the form then returns. */
  isOnDetail?: boolean;
  /** True if the delivery only waits for its time and may be sent earlier. */
  maySendNow?: boolean;
};

export function DeliveryButton({
  id,
  kind,
  state,
  lastError,
  leadId,
  list = '',
  isOnDetail,
  maySendNow = false,
}: Props) {
  const isSkipped = state === 'sent' && lastError !== null;
  const isScheduled = state === 'waiting' && lastError === null;
  if (isSkipped || (isScheduled && !maySendNow)) return null;
  const isSent = state === 'sent';
  const action = `/admin/entregas/${id}/${isSent ? 'reenviar' : 'reintentar'}${fromList(list)}`;
  const text = (
    <>
      {isSent ? 'Enviar otra vez' : isScheduled ? 'Enviar ahora' : 'Reintentar'}
      <VisuallyHidden>: {deliveryName(kind)}</VisuallyHidden>
    </>
  );
  if (leadId !== undefined) {
    return (
      <Button<OpenForm>
        form={LEAD_FORM}
        formAction={action}
        name="lead"
        value={`${leadId}`}
        variant="secondary"
        compact
      >
        {text}
      </Button>
    );
  }
  return (
    <Form action={action}>
      {isOnDetail && <HiddenField<OpenForm> name="detalle" value={id} />}
      <Button variant="secondary" compact>
        {text}
      </Button>
    </Form>
  );
}
