import { Button } from '#components/ui/button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { deliveryName } from '#lib/domain/deliveries/copy.ts';

type Props = {
  id: number;
  kind: string;
  state: 'waiting' | 'sent' | 'dead';
  lastError: string | null;
  /** The page to come back to; without it the page of deliveries. */
  leadId?: number;
};

/** Nothing for what has not been tried yet. */
export function DeliveryButton({ id, kind, state, lastError, leadId }: Props) {
  if (state === 'waiting' && lastError === null) return null;
  const sent = state === 'sent';
  return (
    <form
      method="post"
      action={`/admin/entregas/${id}/${sent ? 'reenviar' : 'reintentar'}`}
      data-once=""
    >
      {leadId !== undefined && <input type="hidden" name="lead" value={leadId} />}
      <Button variant="secondary" compact>
        {sent ? 'Enviar otra vez' : 'Reintentar'}
        <VisuallyHidden>: {deliveryName(kind)}</VisuallyHidden>
      </Button>
    </form>
  );
}
