import { teamStateCopy } from '#lib/domain/requests/team/copy.ts';
import { formatCount } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

export const bulkActs = ['asignadas', 'atendidas', 'estados', 'deshechas'] as const;
type BulkResult = {
  changed: number;
  unchanged: number;
  barred: number;
  to?: RequestState | undefined;
};

type Words = {
  singular: string;
  plural: string;
  verb: string;
  refusal?: string;
  alreadyText?: (count: number) => string;
};

const wasAlready = (count: number) => `ya lo ${count === 1 ? 'estaba' : 'estaban'}`;

export function bulkText(
  act: (typeof bulkActs)[number],
  { changed, unchanged, barred, to }: BulkResult,
): string {
  const state = to ? `«${teamStateCopy[to]}»` : 'ese estado';
  const words: Record<typeof act, Words> = {
    asignadas: { singular: 'asignada', plural: 'asignadas', verb: 'asignarse' },
    atendidas: {
      singular: 'atendida',
      plural: 'atendidas',
      verb: 'marcarse',
      alreadyText: (count) => (count === 1 ? 'no estaba por atender' : 'no estaban por atender'),
    },
    estados: {
      singular: `pasó a ${state}`,
      plural: `pasaron a ${state}`,
      verb: `pasar a ${state}`,
      refusal: 'no son solicitudes, cambiaron mientras tanto o se borraron sus datos',
    },
    deshechas: {
      singular: 'quedó como antes',
      plural: 'quedaron como antes',
      verb: 'volver atrás',
      refusal: 'cambiaron después o se borraron sus datos',
    },
  };
  const {
    singular,
    plural,
    verb,
    refusal = 'se borraron sus datos',
    alreadyText = wasAlready,
  } = words[act];
  const parts = [
    changed === 0 ? 'Ninguna cambió' : formatCount(changed, singular, plural),
    ...(unchanged > 0 ? [`${unchanged} ${alreadyText(unchanged)}`] : []),
    ...(barred > 0
      ? [`${barred} no ${barred === 1 ? 'puede' : 'pueden'} ${verb}: ${refusal}`]
      : []),
  ];
  const mail = act === 'estados' && changed > 0 ? ' Avisamos por correo en un minuto.' : '';
  return `${parts.join('; ')}.${mail}`;
}
