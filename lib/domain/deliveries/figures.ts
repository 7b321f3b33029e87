import { NOT_CONFIGURED } from '#lib/domain/deliveries/copy.ts';
import { readQueue, readTroubles } from '#lib/domain/deliveries/queue.ts';
import { log } from '#lib/platform/log.ts';

/**
 * The state of the queue, once a minute, by the names of docs/operations.md. With dead ones it is a
 * warning: those wait for a person.
 */
export async function logQueueFigures(now: number): Promise<void> {
  const [queue, troubles] = await Promise.all([readQueue(), readTroubles()]);
  const totalOf = (groups: readonly { total: number }[]) =>
    groups.reduce((sum, { total }) => sum + total, 0);
  const figures = {
    depth: queue.reduce((sum, { depth }) => sum + depth, 0),
    oldestSeconds: Math.max(0, ...queue.map(({ oldestAt }) => Math.floor((now - oldestAt) / 1000))),
    notConfigured: totalOf(
      troubles.filter(({ state, reason }) => state === 'waiting' && reason === NOT_CONFIGURED),
    ),
    dead: totalOf(troubles.filter(({ state }) => state === 'dead')),
  };
  if (figures.dead > 0) log().warn(figures, 'delivery queue');
  else log().info(figures, 'delivery queue');
}
