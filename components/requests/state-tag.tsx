import { Tag } from '#components/ui/tag.tsx';
import { requestStateCopy } from '#lib/domain/requests/leads/copy.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

type Props = { state: RequestState; stage?: string | null };

/** Shows the state of a request, or the `stage` that it has reached. */
export function StateTag({ state, stage }: Props) {
  return (
    <Tag tone={stage && state !== 'rechazada' ? 'success' : tones[state]}>
      {stage ?? requestStateCopy[state]}
    </Tag>
  );
}

const tones = {
  recibida: 'info',
  en_revision: 'info',
  aprobada: 'success',
  rechazada: 'danger',
  emitida: 'success',
} as const;
