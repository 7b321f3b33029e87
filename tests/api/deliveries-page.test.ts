import { describe, expect, test } from 'vitest';
import DeliveriesPage from '#app/admin/entregas/page.tsx';
import { logQueueFigures } from '#lib/domain/deliveries/figures.ts';
import { countWaitingByKind } from '#lib/domain/deliveries/reads.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { listGivenUpGroups } from '#lib/domain/requests/team/reads/list-given-up-groups.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { enqueue, recordingHandlers } from '#tests/support/enqueue.ts';
import { eraseSingleLead } from '#tests/support/erasure.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const advisor = forEachTest(() => makeAdvisor());
const mails = forEachTest(async () => recordingHandlers());

const worker = () => createWorker({ handlers: mails.handlers, random: () => 0.5 });

describe('the page of deliveries', () => {
  test('a retry returns to the lead that its form names, and never to another address', async () => {
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

  test('a failed delivery shows its recipient and leads to the correction of that e-mail', async () => {
    const lead = await insertLead({ name: 'Carla Rojas', email: 'carla@x.cl' });
    mails.failing.add(1);
    await enqueue(`lead:${lead}/mail`, 1);
    await enqueue('account:x/mail', 1);
    await worker().drain();
    const [group] = await listGivenUpGroups();
    expect(group).toMatchObject({ kind: 'mail', reason: 'refused 422', total: 2 });
    expect(JSON.stringify(group)).not.toContain('Carla');
    expect(group?.newest.map(({ to }) => to)).toEqual([null, 'carla@x.cl']);
    browseAs(advisor.cookies);
    const page = await renderPage(DeliveriesPage, {}, {});
    expect(page).toContain(`href="/admin/leads/${lead}/correo"`);
    expect(textOf(page)).toMatch(/Envío \d+ · carla@x\.cl/);
    expect(group?.newest.map(({ leadId }) => leadId)).toEqual([null, lead]);
  });
});

describe('the deliveries that the page lists', () => {
  const sentTo = async (query: Record<string, string> = {}) => {
    browseAs(advisor.cookies);
    const text = textOf(await renderPage(DeliveriesPage, {}, query));
    return text.slice(text.indexOf('Los más recientes primero'));
  };

  test('name recipient and request, and are found by e-mail until that person is erased', async () => {
    await sendRequest(publicBody);
    const other = await insertLead({ email: 'otra@x.cl' });
    const account = await makeAccount({ email: 'socio@y.cl' });
    await enqueue(`lead:${other}/mail`, 1);
    await enqueue(`lead:${other}/crm`, 2);
    await enqueue(`account:${account.id}/x/1`, 3);
    await getDb().client.execute(
      `update deliveries set state = 'sent', settled_at = ${world.now()}, due_at = null`,
    );
    const all = await sentTo();
    expect(all).toContain(`Comprobante a quien pidió ${publicBody.email} Enviado Solicitud`);
    expect(all).toContain('Correo al equipo por una solicitud El equipo Enviado Solicitud');
    expect(all).toMatch(/El CRM Enviado Mensaje .*otra@x\.cl Enviado Mensaje/);
    expect(all).toContain('socio@y.cl');

    const his = await sentTo({ q: ' Otra@X.cl ' });
    expect(his.match(/otra@x\.cl Enviado Mensaje/g)).toHaveLength(1);
    expect(his).not.toMatch(/El CRM|socio@y\.cl|El equipo/);
    expect(await sentTo({ q: 'nadie@x.cl' })).toContain('Nada coincide');

    await eraseSingleLead(other);
    expect(await sentTo()).not.toContain('otra@x.cl');
    expect(await sentTo({ q: 'otra@x.cl' })).toContain('Nada coincide');
    expect(await sentTo()).toContain(publicBody.email);
  });
});

describe('the figures of the delivery queue', () => {
  test('are logged under the names of docs/monitoring.md', async () => {
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
    expect(await countWaitingByKind(world.now())).toMatchObject([
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
