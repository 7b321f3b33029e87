import { findPerson } from '#lib/domain/accounts/reads/accounts.ts';
import type { Assignee } from '#lib/domain/requests/leads/writes/assign-lead.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/**
 * Returns an advisor, or null without an id. Throws `validation_failed` for the field `assignedTo`.
 */
export async function findAdvisor(tx: Tx, id: string | null): Promise<Assignee | null> {
  const account = id === null ? null : await findPerson(id, tx);
  if (id !== null && account?.role !== 'admin') {
    throw new AppError('validation_failed', {
      fields: { assignedTo: 'Elige a una persona del equipo.' },
    });
  }
  return account;
}
