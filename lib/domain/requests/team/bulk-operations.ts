import { z } from 'zod';
import { withChosen } from '#lib/domain/requests/team/list-query.ts';
import {
  assignBody,
  isExplained,
  stateBody,
  unexplained,
} from '#lib/domain/requests/team/schema.ts';
import {
  bulkAssign,
  bulkMarkHandled,
  bulkMove,
  type Outcome,
} from '#lib/domain/requests/team/writes/bulk-changes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { optional } from '#lib/platform/operations/fields.ts';
import {
  type AdminCtx,
  defineOperation,
  redirectAddress,
} from '#lib/platform/operations/operation.ts';

/** Common parts of the acts on up to 50 ticked leads, which only the inbox page offers. */
const bulkDefaults = {
  method: 'POST',
  auth: 'admin',
  limit: { name: 'admin/many', points: 60, seconds: 600, per: 'account' },
  reply: redirectAddress,
} as const;

export const postBulkAssign = defineOperation({
  ...bulkDefaults,
  path: '/admin/asignar',
  body: withChosen({ assignedTo: assignBody.shape.assignedTo }),
  summary: 'Assign the chosen leads to an advisor, or leave them unassigned',
  handler: async (ctx, { body: { ids, assignedTo } }) =>
    outcomeText('asignadas', await getDb().write((tx) => bulkAssign(tx, ctx, ids, assignedTo))),
});

export const postBulkHandled = defineOperation({
  ...bulkDefaults,
  path: '/admin/atendidas',
  body: withChosen({}),
  summary: 'Mark the chosen leads as handled',
  handler: async (ctx, { body: { ids } }) =>
    outcomeText('atendidas', await getDb().write((tx) => bulkMarkHandled(tx, ctx, ids, true))),
});

const anyState = z.enum(requestStates, 'Elige el estado nuevo.');

export const postBulkState = defineOperation({
  ...bulkDefaults,
  path: '/admin/estados',
  body: withChosen({ state: anyState, reason: stateBody.shape.reason }).refine(isExplained, {
    path: ['reason'],
    error: unexplained,
  }),
  summary: 'Move the chosen guarantee requests; each applicant is told by mail a minute later',
  handler: async (ctx, { body: { ids, state: to, reason, ...boxes } }) => {
    const seen = (id: number) => anyState.safeParse(boxes[`lead-${id}`]).data;
    const outcome = await getDb().write((tx) => bulkMove(tx, ctx, ids, { to, reason, seen }));
    return `${outcomeText('estados', outcome)}&a=${to}`;
  },
});

/** Each `lead-<id>` holds the value before the act to undo. `a` is the state that it had set. */
export const postBulkUndo = defineOperation({
  ...bulkDefaults,
  path: '/admin/deshacer',
  body: withChosen({
    hecha: z.enum(['asignadas', 'atendidas', 'estados']),
    a: optional(z.enum(requestStates)),
  }),
  summary: 'Give the chosen leads back what they had before the last act on many',
  handler: async (ctx, { body: { ids, hecha, a, ...boxes } }) => {
    const earlierValues = Map.groupBy(ids, (id) => String(boxes[`lead-${id}`]));
    const outcome = await getDb().write(async (tx) => {
      const all: Outcome = { before: [], same: 0, barred: 0 };
      for (const [was, among] of earlierValues) {
        const { before, same, barred } = await undo[hecha](tx, ctx, among, { was, a });
        all.before.push(...before);
        all.same += same;
        all.barred += barred;
      }
      return all;
    });
    return outcomeText('deshechas', outcome);
  },
});

type Before = { was: string; a: RequestState | undefined };
type Undo = (tx: Tx, ctx: AdminCtx, ids: number[], before: Before) => Promise<Outcome>;

const undo: Record<'asignadas' | 'atendidas' | 'estados', Undo> = {
  asignadas: (tx, ctx, ids, { was }) => bulkAssign(tx, ctx, ids, was || null),
  atendidas: (tx, ctx, ids, { was }) => bulkMarkHandled(tx, ctx, ids, was !== ''),
  estados: (tx, ctx, ids, { was, a }) => {
    const [state, ...flags] = was.split(' ');
    const { success, data } = anyState.safeParse(state);
    if (!success) throw new AppError('validation_failed');
    const earlierValues = {
      assigned: flags.includes('asignada'),
      handled: flags.includes('atendida'),
    };
    return bulkMove(tx, ctx, ids, { to: data, seen: () => a, undoing: earlierValues });
  },
};

const earlierValues: Record<keyof typeof undo, (lead: Outcome['before'][number]) => string> = {
  asignadas: ({ assignedTo }) => assignedTo ?? '',
  atendidas: ({ handledAt }) => `${handledAt ?? ''}`,
  estados: ({ state, assignedTo, handledAt }) =>
    [state, assignedTo && 'asignada', handledAt !== null && 'atendida'].filter(Boolean).join(' '),
};

function outcomeText(
  aviso: keyof typeof undo | 'deshechas',
  { before, same, barred }: Outcome,
): string {
  const counts = { hechas: `${before.length}`, igual: `${same}`, fuera: `${barred}` };
  const query = new URLSearchParams({ aviso, ...counts });
  if (aviso !== 'deshechas') {
    for (const lead of before) query.set(`lead-${lead.id}`, earlierValues[aviso](lead));
  }
  return `?${query}`;
}
