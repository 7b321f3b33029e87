import { withChosen } from '#lib/domain/inbox/desk-schema.ts';
import { assignBody, stateBody } from '#lib/domain/inbox/schema.ts';
import {
  assignMany,
  handleMany,
  moveMany,
  type Outcome,
} from '#lib/domain/inbox/writes/change-many.ts';
import { defineOperation, goTo } from '#lib/platform/operation.ts';

/** What only the inbox's page offers: one verb for the leads that are ticked, at most 50. */
const ofMany = {
  method: 'POST',
  auth: 'admin',
  limit: { name: 'admin/many', points: 60, seconds: 600, per: 'account' },
  reply: goTo,
} as const;

export const postAssignMany = defineOperation({
  ...ofMany,
  path: '/admin/asignar',
  body: withChosen({ assignedTo: assignBody.shape.assignedTo }),
  summary: 'Assign the chosen leads to an advisor, or leave them unassigned',
  handler: async (ctx, { body: { ids, assignedTo } }) =>
    told('asignadas', await assignMany(ctx, ids, assignedTo)),
});

export const postHandledMany = defineOperation({
  ...ofMany,
  path: '/admin/atendidas',
  body: withChosen({}),
  summary: 'Mark the chosen leads as handled',
  handler: async (ctx, { body: { ids } }) => told('atendidas', await handleMany(ctx, ids)),
});

export const postStateMany = defineOperation({
  ...ofMany,
  path: '/admin/estados',
  body: withChosen({ state: stateBody.shape.state }),
  summary: 'Move the chosen guarantee requests; each applicant is told by mail a minute later',
  handler: async (ctx, { body: { ids, state } }) =>
    told('estados', await moveMany(ctx, ids, state)),
});

function told(aviso: string, { done, left }: Outcome): string {
  return `?${new URLSearchParams({ aviso, hechas: `${done}`, igual: `${left}` })}`;
}
