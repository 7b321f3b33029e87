import { deskStateCopy } from '#lib/domain/inbox/copy.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

export const manyActs = ['asignadas', 'atendidas', 'estados', 'deshechas'] as const;
type Many = { done: number; same: number; barred: number; to?: RequestState | undefined };

export function manyText(act: (typeof manyActs)[number], { done, same, barred, to }: Many): string {
  const state = to ? `«${deskStateCopy[to]}»` : 'ese estado';
  const words: Record<typeof act, { one: string; many: string; verb: string; why?: string }> = {
    asignadas: { one: 'asignada', many: 'asignadas', verb: 'asignarse' },
    atendidas: { one: 'atendida', many: 'atendidas', verb: 'marcarse' },
    estados: {
      one: `pasó a ${state}`,
      many: `pasaron a ${state}`,
      verb: `pasar a ${state}`,
      why: 'no son solicitudes o se borraron sus datos',
    },
    deshechas: { one: 'quedó como antes', many: 'quedaron como antes', verb: 'volver atrás' },
  };
  const { one, many, verb, why = 'se borraron sus datos' } = words[act];
  const parts = [
    done === 0 ? 'Ninguna cambió' : `${done} ${done === 1 ? one : many}`,
    ...(same > 0 ? [`${same} ya lo ${same === 1 ? 'estaba' : 'estaban'}`] : []),
    ...(barred > 0 ? [`${barred} no ${barred === 1 ? 'puede' : 'pueden'} ${verb}: ${why}`] : []),
  ];
  const mail = act === 'estados' && done > 0 ? ' Avisamos por correo en un minuto.' : '';
  return `${parts.join('; ')}.${mail}`;
}
