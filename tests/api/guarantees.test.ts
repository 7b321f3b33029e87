import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import {
  noRows,
  queuedDeliveries,
  rowCounts,
  storedAnswers,
  storedRequests,
  submitRequest,
} from '#tests/support/submissions.ts';
import { START, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

describe('POST /api/guarantees/public', () => {
  test('accepts a public request: reply, stored row, two mails and the CRM record', async () => {
    const response = await submitRequest(publicBody, {
      ip: '198.51.100.9',
      headers: { 'x-request-id': 'my-request-0001' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const reply = await response.json();
    expect(reply).toEqual({
      success: true,
      data: { submissionId: expect.any(Number) },
      message: 'Recibimos tu solicitud.',
    });
    expect(Number.isInteger(reply.data.submissionId)).toBe(true);

    const [row, ...others] = await storedRequests();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: reply.data.submissionId,
      sistema: 'chilecompra',
      source: 'api',
      nombre: 'Ana Muñoz',
      email: 'ana@constructora.cl',
      telefono: '+56 9 1234 5678',
      rut: '76123456-0',
      tenderId: '4809-45-LE26',
      consentIp: '198.51.100.9',
      requestId: 'my-request-0001',
      idempotencyKey: null,
      createdAt: START,
    });
    expect(row?.consentVersion).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await storedAnswers()).toEqual({
      ...publicBody,
      rutEmpresaOferente: '76123456-0',
      rutInstitucion: '69265000-K',
    });
    const queued = await queuedDeliveries();
    const partition = `lead:1/mail`;
    expect(queued).toMatchObject([
      { partition: 'lead:1/crm', kind: 'lead.crm', state: 'waiting', attempts: 0 },
      {
        partition: 'lead:1/team/mail',
        kind: 'guarantee.internal-mail',
        state: 'waiting',
        attempts: 0,
      },
      { partition, kind: 'guarantee.acknowledgement', state: 'waiting', attempts: 0 },
    ]);
    for (const { payload } of queued.slice(1)) {
      expect(payload).toMatchObject({ submissionId: reply.data.submissionId });
    }
  });

  test('accepts a private request', async () => {
    const response = await submitRequest(privateBody);
    expect(response.status).toBe(200);
    const [row] = await storedRequests();
    expect(row).toMatchObject({ sistema: 'privados', rut: '76123456-0', tenderId: null });
    expect(await storedAnswers()).toEqual({
      ...privateBody,
      rutEmpresaContratista: '76123456-0',
      rutMandantePrivados: '96000001-3',
    });
    expect(await rowCounts()).toEqual({ submissions: 1, deliveries: 3 });
  });

  test.each([
    ['public', publicBody],
    ['private', privateBody],
  ])('accepts a %s request with only its required fields', async (_, whole) => {
    const { sistemaLicitacion, nombreSolicitante, email, telefonoSolicitante, garantias } = whole;
    const response = await submitRequest({
      sistemaLicitacion,
      nombreSolicitante,
      email,
      telefonoSolicitante,
      garantias: garantias.map(({ glosaGarantia: _glosa, ...item }) => item),
    });
    expect(response.status).toBe(200);
  });

  test('stores texts trimmed and in NFC, amounts to the last digit, and no unknown fields', async () => {
    const [item] = publicBody.garantias;
    const garantias = ['0.0001', '12345678901234.5678', '99999999999999999999', '007', '1.10'].map(
      (montoGarantia) => ({ ...item, montoGarantia }),
    );
    const response = await submitRequest({
      ...publicBody,
      nombreSolicitante: '  Ana Mun\u0303oz  ',
      garantias,
      idLicitacion: '',
      campoDesconocido: 'x',
      emailContratista: 7,
      csrfToken: 'x',
    });
    expect(response.status).toBe(200);
    const [row] = await storedRequests();
    const answers = await storedAnswers();
    expect(answers.nombreSolicitante).toBe('Ana Mu\u00f1oz');
    expect(answers.garantias).toEqual(garantias);
    for (const name of ['campoDesconocido', 'emailContratista', 'csrfToken']) {
      expect(answers).not.toHaveProperty(name);
    }
    expect(answers.idLicitacion).toBeUndefined();
    expect(row?.tenderId).toBeNull();
  });

  test('accepts 20 guarantees, each with the longest text', async () => {
    const [item] = publicBody.garantias;
    const garantias = Array(20).fill({ ...item, glosaGarantia: 'ñ'.repeat(2000) });
    expect((await submitRequest({ ...publicBody, garantias })).status).toBe(200);
  });

  test('stores the request and its mails together or not at all', async () => {
    await getDb().client.execute(`create trigger refuse before insert on deliveries
      when new.kind = 'guarantee.acknowledgement' begin select raise(abort, 'no'); end`);
    const response = await submitRequest(publicBody);
    expect(response.status).toBe(500);
    expect(await rowCounts()).toEqual(noRows);
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (body: unknown, key: string) =>
    submitRequest(body, { headers: { 'idempotency-key': key } });
  const idOf = async (response: Response) => (await response.json()).data.submissionId;

  test('with the same body is answered with the first submission', async () => {
    const first = await idOf(await keyed(publicBody, 'key-1'));
    const { sistemaLicitacion, ...rest } = publicBody;
    const reordered = { ...rest, extra: 'ignored', sistemaLicitacion };
    expect(await idOf(await keyed(reordered, 'key-1'))).toBe(first);
    expect(await idOf(await keyed(publicBody, 'key-2'))).toBe(first + 1);
    expect(await rowCounts()).toEqual({ submissions: 2, deliveries: 6 });
  });

  test('with another body is refused as a conflict and changes nothing', async () => {
    await keyed(publicBody, 'key-1');
    for (const body of [privateBody, { ...publicBody, email: 'otra@constructora.cl' }]) {
      const response = await keyed(body, 'key-1');
      expect(response.status).toBe(409);
      expect((await response.json()).error).toBe('conflict');
    }
    expect((await rowCounts()).submissions).toBe(1);
  });

  test('sent 20 times at once makes one submission', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => keyed(publicBody, 'key-1')),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(await Promise.all(responses.map(idOf))).size).toBe(1);
    expect(await rowCounts()).toEqual({ submissions: 1, deliveries: 3 });
  });

  test('is not stored in clear, and is refused with more than 200 characters', async () => {
    await keyed(publicBody, 'my-secret-key');
    const [row] = await storedRequests();
    expect(row?.idempotencyKey).not.toContain('my-secret-key');
    const response = await keyed(publicBody, 'x'.repeat(201));
    expect(response.status).toBe(400);
    expect((await response.json()).fields).toHaveProperty('idempotency-key');
  });

  test('sent twice, which servers and proxies join with a comma, is refused', async () => {
    await keyed(publicBody, 'key-1');
    const twice = new Headers([
      ['idempotency-key', 'key-1'],
      ['idempotency-key', 'key-1'],
    ]);
    const response = await keyed(publicBody, twice.get('idempotency-key') ?? '');
    expect(response.status).toBe(400);
    expect((await response.json()).fields).toEqual({
      'idempotency-key': 'Envía una sola clave, sin comas.',
    });
    expect((await rowCounts()).submissions).toBe(1);
  });

  test('is optional: 20 submissions at once without one are all stored', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => submitRequest(publicBody)),
    );
    expect(new Set(await Promise.all(responses.map(idOf))).size).toBe(20);
    expect(await rowCounts()).toEqual({ submissions: 20, deliveries: 60 });
  });
});
