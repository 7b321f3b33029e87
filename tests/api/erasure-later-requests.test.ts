import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAccount, PASSWORD, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import {
  ANA_EMAIL,
  anaTexts,
  createAnaData,
  eraseLead,
  eraseOwnRequest,
  rowProblems,
  rowsContaining,
} from '#tests/support/erasure.ts';
import { leadOf, sendRequest } from '#tests/support/leads.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { queuedDeliveries, submitRequest } from '#tests/support/submissions.ts';
import { unzip } from '#tests/support/unzip.ts';
import {
  downloadUpload,
  postUploadProxy,
  statusOf,
  uploadProxyForm,
  uploadRows,
} from '#tests/support/upload-client.ts';
import { webhookVariables } from '#tests/support/webhooks.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot());
const variables = { ...webhookVariables, RATE_LIMITS: 'off' };
const world = worldForTest(() => ({ ...hubspot.variables, ...variables }));
const eva = forEachTest(() => makeAdvisor('eva@resguardo.cl'));

describe('erasure by an advisor', () => {
  test('an erased lead refuses notes, moves and handling, shows no data and has no deliveries left', async () => {
    const { id } = await sendRequest(publicBody);
    await eraseLead(id, eva);
    const ofLead = { cookies: eva.cookies };
    const post = (action: string, json: object) =>
      api(`/api/admin/leads/${id}/${action}`, { ...ofLead, json });
    for (const response of [
      await post('notes', { text: 'x' }),
      await post('state', { state: 'aprobada' }),
      await post('handled', { handled: 'yes' }),
    ]) {
      expect(response.status).toBe(404);
    }
    const detail = await (await api(`/api/admin/leads/${id}`, ofLead)).json();
    expect(detail.data).toMatchObject({ name: '', sections: [], erasedAt: expect.any(String) });
    const csv = await (await api('/api/admin/leads.csv', ofLead)).text();
    expect(csv).toContain('Datos borrados');
    expect(await queuedDeliveries()).toEqual([]);
  });

  const ofLuis = { ...publicBody, email: 'luis@otra.cl', nombreSolicitante: 'Luis' };

  test('a request may name a file of the same person’s earlier request, never one of another person', async () => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'Bases.pdf'));
    const contratoUrl = body.downloadUrl;
    await sendRequest({ ...publicBody, contratoUrl });
    const refused = await submitRequest({ ...ofLuis, adicionalUrl: contratoUrl });
    expect([refused.status, (await refused.json()).fields]).toEqual([
      400,
      { adicionalUrl: expect.stringContaining('Súbelo otra vez') },
    ]);
    const again = await submitRequest({ ...publicBody, email: 'Ana@Constructora.cl', contratoUrl });
    expect(again.status).toBe(200);
  });

  test('a file of an erased request stays, without its link, while a later request with the same address names it', async () => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'Bases.pdf'));
    const contratoUrl = body.downloadUrl;
    await makeAccount();
    const mine = await sendRequest({ ...publicBody, contratoUrl });
    // The later request may also be from a stranger who has both addresses.
    const later = await sendRequest({ ...publicBody, adicionalUrl: contratoUrl });
    expect(await statusOf(downloadUpload(contratoUrl))).toBe(200);
    expect((await eraseOwnRequest(mine.submissionId, await signIn())).status).toBe(200);
    expect(await uploadRows()).toMatchObject([{ state: 'kept' }]);
    expect(await statusOf(downloadUpload(contratoUrl))).toBe(410);
    await eraseLead(later.id, eva);
    expect(await uploadRows()).toMatchObject([{ state: 'removing' }]);
    expect(await rowProblems()).toEqual([]);
  });

  // Earlier versions let a request name another person's file.
  test.each([
    ['goes with who sent it in', ANA_EMAIL, 'removing', 404],
    ['stays when who only named it goes', ofLuis.email, 'kept', 200],
  ])('a file that a request of another person names %s', async (_, email, state, status) => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'Bases de Ana.pdf'));
    const mine = await sendRequest({ ...publicBody, contratoUrl: body.downloadUrl });
    const luis = await sendRequest(ofLuis);
    await getDb().write(async (tx) => {
      await tx.run(sql`update submissions set answers = json_set(answers, '$.adicional', (
        select answers -> '$.contrato' from submissions where id = ${mine.submissionId}))
        where id = ${luis.submissionId}`);
      await tx.run(sql`update uploads set submission_id = ${luis.submissionId}`);
    });
    await eraseLead(email === ANA_EMAIL ? mine.id : luis.id, eva);
    expect(await uploadRows()).toMatchObject([{ state }]);
    expect(await statusOf(downloadUpload(body.downloadUrl))).toBe(status);
    expect(
      await rowsContaining(email === ANA_EMAIL ? ['Bases de Ana', ANA_EMAIL] : [email, 'Luis']),
    ).toEqual([]);
    expect(await rowProblems()).toEqual([]);
  });
});

describe('erasure by the person herself', () => {
  test('she can erase one of her requests and no other person can; her other request stays', async () => {
    await makeAccount();
    const [first, second] = [await sendRequest(publicBody), await sendRequest(publicBody)];
    await deliverDue();
    const cookies = await signIn();
    await makeAccount({ email: 'luis@otra.cl' });
    const luis = await signIn({ email: 'luis@otra.cl' });
    expect((await eraseOwnRequest(first.submissionId, luis)).status).toBe(404);
    expect((await leadOf(first.id)).erasedAt).toBeNull();
    expect((await eraseOwnRequest(first.submissionId, {})).status).toBe(401);
    for (let press = 0; press < 2; press++) {
      expect((await eraseOwnRequest(first.submissionId, cookies)).status).toBe(200);
      expect((await eraseOwnRequest(first.submissionId, luis)).status).toBe(404);
    }
    expect((await leadOf(first.id)).erasedAt).toBe(world.now());
    expect((await leadOf(second.id)).erasedAt).toBeNull();
    const mine = await (await api('/api/guarantees/mine', { cookies })).json();
    expect(mine.data.requests).toMatchObject([{ submissionId: second.submissionId }]);
    await deliverDue();
    // The other request stays, and its applicant can still export it.
    expect(hubspot.contacts).toHaveLength(1);
    const archive = await api('/api/account/export', { cookies });
    const data = JSON.parse(
      String(unzip(Buffer.from(await archive.arrayBuffer())).get('datos.json')),
    );
    expect(data.requests).toMatchObject([{ id: second.submissionId }]);
    expect(await rowProblems()).toEqual([]);
  });

  const remove = (cookies: Record<string, string>, sent?: string) =>
    api('/api/account/delete', {
      cookies,
      json: { password: PASSWORD, ...(sent && { sent }) },
    });

  test('deleting her account erases what she sent if she chooses so; payments stay without card data', async () => {
    await makeAccount();
    await createAnaData(eva);
    await getDb().client.execute(`insert into payments (buy_order, session_id, account_id, amount,
      description, metadata, state, card_last4, refunded_amount, checks, created_at, updated_at,
      settled_at, token) select 'o1', 's1', id, 5000, 'Muñoz debe', '{"a":"Muñoz"}', 'authorized', '6623', 0,
      0, 1, 1, 1, 't' from accounts where email = '${ANA_EMAIL}'`);
    expect((await remove(await signIn(), 'erase')).status).toBe(200);
    await deliverDue();
    expect(await rowsContaining(anaTexts)).toEqual([]);
    expect(
      await getDb().read.all(sql`select buy_order as o, amount, card_last4 as card from payments`),
    ).toEqual([{ o: 'o1', amount: 5000, card: null }]);
  });
});
