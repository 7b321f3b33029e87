import { describe, expect, test } from 'vitest';
import { logQueueFigures } from '#lib/domain/deliveries/figures.ts';
import { readQueue } from '#lib/domain/deliveries/reads.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { listDeadGroups } from '#lib/domain/requests/team/reads/list-dead-groups.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { enqueue, notingHandlers } from '#tests/support/enqueue.ts';
import { putLead } from '#tests/support/leads.ts';
import { postForm } from '#tests/support/post-form.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const advisor = forEachTest(() => makeAdvisor());
const mails = forEachTest(async () => notingHandlers());

const worker = () => createWorker({ handlers: mails.handlers, random: () => 0.5 });

describe('the page of deliveries', () => {
  test('an act returns to the lead that the form names, and to nothing but a lead', async () => {
    mails.failing.add(1);
    await enqueue('a/mail', 1);
    await worker().drain();
    const way = async (form: Record<string, string>) => {
      const response = await postForm('/admin/entregas/1/reintentar', {
        form,
        cookies: advisor.cookies,
      });
      return response.headers.get('location');
    };
    expect(await way({ lead: '12' })).toBe('/admin/leads/12?aviso=envio#envios');
    for (const lead of ['', '//malo.cl', '../x', '12/../..']) {
      expect(await way({ lead })).toBe('/admin/entregas?aviso=envio');
    }
  });

  test('a failed delivery names its lead without personal data, because showing those is audited', async () => {
    const lead = await putLead({ name: 'Carla Rojas' });
    mails.failing.add(1);
    await enqueue(`lead:${lead}/mail`, 1);
    await enqueue('account:x/mail', 1);
    await worker().drain();
    const [group] = await listDeadGroups();
    expect(group).toMatchObject({ kind: 'mail', reason: 'refused 422', total: 2 });
    expect(JSON.stringify(group)).not.toMatch(/Carla|@/);
    expect(group?.newest.map(({ leadId }) => leadId)).toEqual([null, lead]);
  });
});

describe('the figures of the queue', () => {
  test('the log has the figures under the names of docs/monitoring.md', async () => {
    const log = captureLog();
    await logQueueFigures(world.now());
    const last = () =>
      log
        .lines()
        .filter(({ msg }) => msg === 'delivery queue')
        .at(-1);
    expect(last()).toMatchObject({
      level: 30,
      depth: 0,
      oldestSeconds: 0,
      notConfigured: 0,
      dead: 0,
    });
    mails.failing.add(1);
    await enqueue('a/mail', 1);
    await enqueue('b/mail', 2, 'unset');
    await enqueue('b/mail', 3);
    await worker().drain();
    world.advance(90_500);
    expect(await readQueue()).toMatchObject([
      { kind: 'mail', depth: 1 },
      { kind: 'unset', depth: 1 },
    ]);
    await logQueueFigures(world.now());
    expect(last()).toMatchObject({
      level: 40,
      depth: 2,
      oldestSeconds: 90,
      notConfigured: 1,
      dead: 1,
    });
  });
});
