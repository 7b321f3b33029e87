import { Tag } from '#components/ui/tag.tsx';
import { requestStateCopy } from '#lib/domain/requests/leads/copy.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

export function StateTag({ state }: { state: RequestState }) {
  return <Tag tone={tones[state]}>{requestStateCopy[state]}</Tag>;
}

const tones = {
  recibida: 'info',
  en_revision: 'info',
  aprobada: 'success',
  rechazada: 'danger',
  emitida: 'success',
} as const;
