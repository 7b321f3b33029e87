import { findMailedLink } from '#lib/domain/links/reads.ts';
import { linkPath } from '#lib/domain/links/view.ts';
import type { ShownEvent } from '#lib/domain/requests/leads/schema.ts';

/**
 * Returns the page of the newest request that was begun with a message, or null. `events` are those
 * of the message, newest first.
 */
export async function findRequestPage(
  events: readonly { event: ShownEvent }[],
): Promise<string | null> {
  const [request] = events.flatMap(({ event }) =>
    event.kind === 'requested' ? (event.request ?? []) : [],
  );
  const link = request === undefined ? null : await findMailedLink('receipt', request);
  return link && linkPath('receipt', link.id);
}
