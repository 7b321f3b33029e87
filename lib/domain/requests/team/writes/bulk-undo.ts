import { z } from 'zod';
import {
  bulkAssign,
  bulkMarkHandled,
  bulkMove,
  type Outcome,
} from '#lib/domain/requests/team/writes/bulk-changes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

export const anyState = z.enum(requestStates, 'Elige el estado nuevo.');

type UndoForm = {
  ids: number[];
  hecha: keyof typeof undo;
  a?: RequestState | undefined;
  [box: `lead-${number}`]: unknown;
};

/** Undoes the last act on many leads. Each `lead-<id>` holds the lead's earlier value. */
export async function bulkUndo(
  ctx: AdminCtx,
  { ids, hecha, a, ...boxes }: UndoForm,
): Promise<Outcome> {
  const earlierValues = Map.groupBy(ids, (id) => String(boxes[`lead-${id}`]));
  return getDb().write(async (tx) => {
    const total: Outcome = { changed: [], unchanged: 0, barred: 0 };
    for (const [formerValue, among] of earlierValues) {
      const { changed, unchanged, barred } = await undo[hecha](tx, ctx, among, { formerValue, a });
      total.changed.push(...changed);
      total.unchanged += unchanged;
      total.barred += barred;
    }
    return total;
  });
}

type FormerState = { formerValue: string; a: RequestState | undefined };
type Undo = (tx: Tx, ctx: AdminCtx, ids: number[], before: FormerState) => Promise<Outcome>;

const undo: Record<'asignadas' | 'atendidas' | 'estados', Undo> = {
  asignadas: (tx, ctx, ids, { formerValue }) => bulkAssign(tx, ctx, ids, formerValue || null),
  atendidas: (tx, ctx, ids, { formerValue }) => bulkMarkHandled(tx, ctx, ids, formerValue !== ''),
  estados: (tx, ctx, ids, { formerValue, a }) => {
    const [state, ...flags] = formerValue.split(' ');
    const { success, data } = anyState.safeParse(state);
    if (!success) throw new AppError('validation_failed');
    const earlierValues = {
      assigned: flags.includes('asignada'),
      handled: flags.includes('atendida'),
    };
    return bulkMove(tx, ctx, ids, { to: data, seenState: () => a, undoing: earlierValues });
  },
};

const earlierValues: Record<keyof typeof undo, (lead: Outcome['changed'][number]) => string> = {
  asignadas: ({ assignedTo }) => assignedTo ?? '',
  atendidas: ({ handledAt }) => `${handledAt ?? ''}`,
  estados: ({ state, assignedTo, handledAt }) =>
    [state, assignedTo && 'asignada', handledAt !== null && 'atendida'].filter(Boolean).join(' '),
};

/** Returns a query with the outcome of an act on many leads and the values to undo it. */
export function outcomeText(
  aviso: keyof typeof undo | 'deshechas',
  { changed, unchanged, barred }: Outcome,
): string {
  const counts = { hechas: `${changed.length}`, igual: `${unchanged}`, fuera: `${barred}` };
  const query = new URLSearchParams({ aviso, ...counts });
  if (aviso !== 'deshechas') {
    for (const lead of changed) query.set(`lead-${lead.id}`, earlierValues[aviso](lead));
  }
  return `?${query}`;
}
