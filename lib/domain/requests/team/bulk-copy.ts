import { deskStateCopy } from '#lib/domain/requests/team/copy.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

export const bulkActs = ['asignadas', 'atendidas', 'estados', 'deshechas'] as const;
type BulkResult = { done: number; same: number; barred: number; to?: RequestState | undefined };

type Words = {
  one: string;
  many: string;
  verb: string;
  why?: string;
  already?: (same: number) => string;
};

const wasAlready = (count: number) => `ya lo ${count === 1 ? 'estaba' : 'estaban'}`;

export function bulkText(
  act: (typeof bulkActs)[number],
  { done: changed, same: unchanged, barred, to }: BulkResult,
): string {
  const state = to ? `«${deskStateCopy[to]}»` : 'ese estado';
  const words: Record<typeof act, Words> = {
    asignadas: { one: 'asignada', many: 'asignadas', verb: 'asignarse' },
    atendidas: {
      one: 'atendida',
      many: 'atendidas',
      verb: 'marcarse',
      already: (count) => (count === 1 ? 'no estaba por atender' : 'no estaban por atender'),
    },
    estados: {
      one: `pasó a ${state}`,
      many: `pasaron a ${state}`,
      verb: `pasar a ${state}`,
      why: 'no son solicitudes, cambiaron mientras tanto o se borraron sus datos',
    },
    deshechas: {
      one: 'quedó como antes',
      many: 'quedaron como antes',
      verb: 'volver atrás',
      why: 'cambiaron después o se borraron sus datos',
    },
  };
  const {
    one: singular,
    many: plural,
    verb,
    why: refusal = 'se borraron sus datos',
    already: alreadyText = wasAlready,
  } = words[act];
  const parts = [
    changed === 0 ? 'Ninguna cambió' : `${changed} ${changed === 1 ? singular : plural}`,
    ...(unchanged > 0 ? [`${unchanged} ${alreadyText(unchanged)}`] : []),
    ...(barred > 0
      ? [`${barred} no ${barred === 1 ? 'puede' : 'pueden'} ${verb}: ${refusal}`]
      : []),
  ];
  const mail = act === 'estados' && changed > 0 ? ' Avisamos por correo en un minuto.' : '';
  return `${parts.join('; ')}.${mail}`;
}
