import { z } from 'zod';
import {
  type BulkOutcome,
  bulkAssign,
  bulkChangeState,
  bulkMarkHandled,
} from '#lib/domain/requests/team/writes/bulk-changes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

export const bulkStateField = z.enum(requestStates, 'Elige el estado nuevo.');

type UndoForm = {
  ids: number[];
  hecha: keyof typeof undoActs;
  a?: RequestState | undefined;
  [box: `lead-${number}`]: unknown;
};

/** Undoes the last act on many leads. Each `lead-<id>` holds the lead's earlier value. */
export async function bulkUndo(
  ctx: AdminCtx,
  { ids, hecha, a, ...boxes }: UndoForm,
): Promise<BulkOutcome> {
  const earlierValues = Map.groupBy(ids, (id) => String(boxes[`lead-${id}`]));
  return getDb().write(async (tx) => {
    const total: BulkOutcome = { changed: [], unchanged: 0, barred: 0 };
    for (const [previousValue, among] of earlierValues) {
      const { changed, unchanged, barred } = await undoActs[hecha](tx, ctx, among, {
        previousValue,
        a,
      });
      total.changed.push(...changed);
      total.unchanged += unchanged;
      total.barred += barred;
    }
    return total;
  });
}

type PreviousState = { previousValue: string; a: RequestState | undefined };
type Undo = (tx: Tx, ctx: AdminCtx, ids: number[], before: PreviousState) => Promise<BulkOutcome>;

const undoActs: Record<'asignadas' | 'atendidas' | 'estados', Undo> = {
  asignadas: (tx, ctx, ids, { previousValue }) =>
    bulkAssign(tx, ctx, ids, previousValue || null, { isUndo: true }),
  atendidas: (tx, ctx, ids, { previousValue }) =>
    bulkMarkHandled(tx, ctx, ids, { isHandled: previousValue !== '' }),
  estados: (tx, ctx, ids, { previousValue, a }) => {
    const [state, ...flags] = previousValue.split(' ');
    const { success, data } = bulkStateField.safeParse(state);
    if (!success) throw new AppError('validation_failed');
    const previousFlags = {
      wasAssigned: flags.includes('asignada'),
      wasHandled: flags.includes('atendida'),
    };
    return bulkChangeState(tx, ctx, ids, {
      to: data,
      shownStateOf: () => a,
      undoing: previousFlags,
    });
  },
};

const earlierValues: Record<
  keyof typeof undoActs,
  (lead: BulkOutcome['changed'][number]) => string
> = {
  asignadas: ({ assignedTo }) => assignedTo ?? '',
  atendidas: ({ handledAt }) => `${handledAt ?? ''}`,
  estados: ({ state, assignedTo, handledAt }) =>
    [state, assignedTo && 'asignada', handledAt !== null && 'atendida'].filter(Boolean).join(' '),
};

/** Returns search params with the outcome of an act on many leads and the values to undo it. */
export function outcomeSearchParams(
  aviso: keyof typeof undoActs | 'deshechas',
  { changed, unchanged, barred }: BulkOutcome,
): string {
  const counts = { hechas: `${changed.length}`, igual: `${unchanged}`, fuera: `${barred}` };
  const searchParams = new URLSearchParams({ aviso, ...counts });
  if (aviso !== 'deshechas') {
    for (const lead of changed) searchParams.set(`lead-${lead.id}`, earlierValues[aviso](lead));
  }
  return `?${searchParams}`;
}
