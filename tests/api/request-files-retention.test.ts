import { beforeEach, describe, expect, test } from 'vitest';
import { checkStore } from '#lib/background/check-store.ts';
import { jobs } from '#lib/background/sweeper.ts';
import { retentionDays } from '#lib/domain/privacy/rules.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { makeUser, PASSWORD } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { deliverErasureTasks, rowProblems, rowsContaining } from '#tests/support/erasure.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import {
  addRequestFiles,
  FILES_ADDED_NOTICE,
  textFile,
  uploadFileFirst,
} from '#tests/support/request-files.ts';
import { samples } from '#tests/support/sample-files.ts';
import { unzip } from '#tests/support/unzip.ts';
import { countStoredFiles, downloadUpload, uploadRows } from '#tests/support/upload-client.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off', MAIL_INTERNAL_TO: 'equipo@resguardo.cl' });
const name = 'Qzbalance.pdf';
let own: Record<string, string>;
let admin: Record<string, string>;
let [id, submissionId, token] = [0, 0, ''];
beforeEach(async () => {
  own = (await makeUser()).cookies;
  admin = (await makeAdvisor()).cookies;
  ({ id, submissionId, token } = await sendRequest(publicBody));
});

describe('a file that was added to a request', () => {
  test('is in the export of its person, with its bytes and in the history', async () => {
    await addRequestFiles(token, { contrato: [textFile(name)] });
    const response = await api('/api/account/export', { cookies: own });
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    expect(files.get(`archivos/1-${name}`)).toEqual(samples.pdf);
    const { requests } = JSON.parse(String(files.get('datos.json')));
    expect(requests[0].history).toMatchObject([
      { kind: 'files', files: [{ kind: 'contrato', fileName: name, size: samples.pdf.length }] },
    ]);
    expect(requests[0].files).toMatchObject([{ fileName: name, addedAt: world.now() }]);
  });

  test('is not swept, and the doctor finds no problem', async () => {
    await addRequestFiles(token, { contrato: [textFile(name)] });
    world.advance(40 * DAY);
    await sweepUploads(world.now());
    expect(await uploadRows()).toMatchObject([{ state: 'kept', fileName: name }]);
    expect(await rowProblems()).toEqual([]);
    expect((await checkStore({ fix: false })).problems).toEqual([]);
  });

  test('without an event in the history, or without a request, is reported by the doctor', async () => {
    await addRequestFiles(token, { contrato: [textFile(name)] });
    const [row] = await uploadRows();
    const run = (statement: string) => getDb().client.execute(statement);
    await run(`update uploads set added_at = 5`);
    const problem = 'file added to a request without an event in its history';
    expect(await rowProblems()).toEqual([{ problem, id: row?.id }]);
    await run(`update uploads set submission_id = 99`);
    expect(await rowProblems()).toContainEqual({
      problem: 'kept attachment of no request',
      id: row?.id,
    });
  });

  test('cannot be opened once the links of its request are closed', async () => {
    const address = await uploadFileFirst(name);
    expect((await addRequestFiles(token, { subido: [address] })).to).toBe(FILES_ADDED_NOTICE);
    expect((await downloadUpload(address, 'HEAD')).status).toBe(200);
    const path = `/panel/solicitudes/${submissionId}/cerrar-enlaces`;
    await postForm(path, { form: {}, cookies: own });
    expect((await downloadUpload(address, 'HEAD')).status).toBe(410);
    expect((await addRequestFiles(token, { adicional: [textFile('Otro.pdf')] })).to).toContain(
      'share_expired',
    );
  });

  test.each([
    [
      'the lead',
      () =>
        postForm(`/admin/leads/${id}/borrar/confirmar`, {
          form: { confirmation: publicBody.email },
          cookies: admin,
        }),
    ],
    [
      'the address',
      () =>
        postForm('/admin/borrar/confirmar', {
          form: { correo: publicBody.email, confirmation: publicBody.email },
          cookies: admin,
        }),
    ],
    [
      'the request',
      () =>
        postForm(`/panel/solicitudes/${submissionId}/borrar/confirmar`, { form: {}, cookies: own }),
    ],
    [
      'the account',
      () =>
        api('/api/account/delete', {
          json: { password: PASSWORD, sent: 'erase' },
          cookies: own,
        }),
    ],
    [
      'retention',
      () => {
        world.advance((retentionDays.request + 1) * DAY);
        return jobs.erasures(world.now());
      },
    ],
  ])('is deleted by an erasure of %s: bytes, names and the waiting mail', async (_, erase) => {
    await addRequestFiles(token, {
      contrato: [textFile(name)],
      subido: [await uploadFileFirst(name)],
    });
    expect(await rowsContaining([name])).toEqual([`uploads ${name}`, `lead_events ${name}`]);
    await erase();
    expect(await rowsContaining([name])).toEqual([]);
    expect((await addRequestFiles(token, { adicional: [textFile('Otro.pdf')] })).to).toContain(
      'error=',
    );
    await deliverErasureTasks(world);
    expect(JSON.stringify(mailboxFilesIn(world.dataDir))).not.toContain(name);
    expect(await rowProblems()).toEqual([]);
    world.advance(HOUR);
    await sweepUploads(world.now());
    expect([await uploadRows(), countStoredFiles(world.dataDir)]).toEqual([
      [],
      { files: 0, temp: 0 },
    ]);
  });
});
