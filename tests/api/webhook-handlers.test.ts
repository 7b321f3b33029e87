import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '#tests/support/call.ts';
import { hubspotSignature } from '#tests/support/providers/hubspot-replies.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import {
  APP_SECRET,
  CRM_TOKEN,
  eventCounts,
  postMailEvent,
  SCHEDULING_SECRET,
  sendCrmWebhook,
  sendSchedulingEvent,
  storedBookings,
  storedEvents,
  webhookVariables,
} from '#tests/support/webhooks.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ ...webhookVariables, APP_URL: 'https://resguardo.cl' });

const MIB = 1024 * 1024;
/** Makes a valid JSON body of exactly `bytes` bytes. */
const bodyOf = (bytes: number) => {
  const json = JSON.stringify({ ...bookingEvent(), filler: '' });
  return json.replace('"filler":""', `"filler":"${'x'.repeat(bytes - Buffer.byteLength(json))}"`);
};
const hmac = (text: string, secret = SCHEDULING_SECRET) =>
  createHmac('sha256', secret).update(text).digest('hex');

describe('POST /api/webhooks/scheduling', () => {
  test('accepts a signed event, whatever origin its headers name', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://cal.com' };
    const response = await sendSchedulingEvent(bookingEvent(), { headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: true,
      data: { received: 1, processed: 1, duplicates: 0 },
    });
  });

  const body = JSON.stringify(bookingEvent());
  test.each([
    ['missing', ''],
    ['of another secret', hmac(body, 'otro secreto cualquiera')],
    ['of another body', hmac(`${body} `)],
    ['truncated', hmac(body).slice(0, 63)],
    ['longer', `${hmac(body)}0`],
    ['of a sender without secret', 'no-secret-provided'],
    ['not even hex', 'ñandú'.normalize('NFD').replace(/\W/g, '')],
  ])('refuses a signature that is %s', async (_, signature) => {
    const response = await sendSchedulingEvent(body, {
      headers: { 'x-cal-signature-256': signature },
    });
    expect(await refusalOf(response)).toBe('401 invalid_signature');
    expect(await storedEvents()).toEqual([]);
  });

  test('accepts 1 MiB and not one byte more', async () => {
    expect((await sendSchedulingEvent(bodyOf(MIB))).status).toBe(200);
    expect(await refusalOf(sendSchedulingEvent(bodyOf(MIB + 1)))).toBe('413 payload_too_large');
    const unannounced = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
    });
    expect(await refusalOf(sendSchedulingEvent('', { body: unannounced }))).toBe(
      '413 payload_too_large',
    );
  });

  test.each([
    ['', '400 invalid_json'],
    ['{', '400 invalid_json'],
    ['null', '400 validation_failed'],
    ['[]', '400 validation_failed'],
    ['7', '400 validation_failed'],
    ['{"payload":{}}', '400 validation_failed'],
    ['{"triggerEvent":"","payload":{}}', '400 validation_failed'],
    ['{"triggerEvent":7}', '400 validation_failed'],
  ])('refuses the signed body %j', async (text, expected) => {
    expect(await refusalOf(sendSchedulingEvent(text))).toBe(expected);
    expect(await storedEvents()).toEqual([]);
  });

  test('is answered 503 when it is not configured, like the other two webhooks', async () => {
    await world.reopen();
    expect(await refusalOf(sendSchedulingEvent(bookingEvent()))).toBe('503 not_configured');
    expect(await refusalOf(sendCrmWebhook({}))).toBe('503 not_configured');
    expect(await refusalOf(postMailEvent({}))).toBe('503 not_configured');
  });

  test('stores an event once, however often it comes', async () => {
    const event = bookingEvent();
    expect(await eventCounts(sendSchedulingEvent(event))).toEqual([1, 1, 0]);
    const again = await Promise.all(
      Array.from({ length: 999 }, () => sendSchedulingEvent(event, { ip: '198.51.100.7' })),
    );
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await eventCounts(again[998] ?? sendSchedulingEvent(event))).toEqual([1, 0, 1]);
    expect((await storedEvents()).length).toBe(1);
    expect((await storedBookings()).length).toBe(1);
  });

  test('stores events that it does not act on, also malformed ones', async () => {
    for (const event of [
      { triggerEvent: 'OOO_CREATED', createdAt: '2026-11-20T14:00:00Z', payload: { id: 4 } },
      { triggerEvent: 'PING', createdAt: 'ayer' },
      { triggerEvent: 'BOOKING_CREATED', payload: 'texto' },
      { triggerEvent: 'BOOKING_CREATED', payload: { uid: 7, attendees: 'x', startTime: 'x' } },
      { triggerEvent: '__proto__', payload: { __proto__: { uid: 'x' } } },
    ]) {
      expect(await eventCounts(sendSchedulingEvent(event))).toEqual([1, 0, 0]);
    }
    expect((await storedEvents()).map(({ outcome }) => outcome)).toEqual(Array(5).fill('stored'));
    expect(await storedBookings()).toEqual([]);
  });
});

describe('POST /api/webhooks/crm', () => {
  const event = { eventId: 'e-1', kind: 'contact', externalId: '7', occurredAt: 1_795_218_000_000 };
  const json = { 'content-type': 'application/json' };

  test.each<[string, Record<string, string>, string]>([
    ['as Bearer', { authorization: `Bearer ${CRM_TOKEN}` }, ''],
    ['in X-Webhook-Token', { 'x-webhook-token': CRM_TOKEN }, ''],
    ['in the address', {}, `?token=${CRM_TOKEN}`],
  ])('accepts the token %s', async (_, more, query) => {
    const headers = { ...json, ...more, 'sec-fetch-site': 'cross-site' };
    const response = await sendCrmWebhook(event, { path: `/api/webhooks/crm${query}`, headers });
    expect(await eventCounts(response)).toEqual([1, 0, 0]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no token', {}, ''],
    ['a wrong token', { 'x-webhook-token': `${CRM_TOKEN}4` }, ''],
    ['a truncated token', { 'x-webhook-token': CRM_TOKEN.slice(0, -1) }, ''],
    ['a token of another scheme', { authorization: `Basic ${CRM_TOKEN}` }, ''],
    ['an empty token', { 'x-webhook-token': '' }, '?token='],
    ['a wrong token beside a good signature', { 'x-webhook-token': 'no' }, ''],
  ])('refuses %s', async (name, headers, query) => {
    const url = 'https://resguardo.cl/api/webhooks/crm';
    const signed = name.includes('signature')
      ? hubspotSignature(url, JSON.stringify(event), APP_SECRET, world.now())
      : {};
    const response = await sendCrmWebhook(event, {
      path: `/api/webhooks/crm${query}`,
      headers: { ...json, ...signed, ...headers },
    });
    expect(await refusalOf(response)).toBe('401 invalid_webhook_token');
    expect(await storedEvents()).toEqual([]);
  });

  const signedAt = (at: number, secret = APP_SECRET, url = '/api/webhooks/crm?a=b%20c') =>
    hubspotSignature(`https://resguardo.cl${url}`, JSON.stringify(event), secret, at);

  test('accepts HubSpot’s own signature, over the public address, within five minutes', async () => {
    const path = '/api/webhooks/crm?a=b%20c';
    for (const off of [0, 300_000, -300_000]) {
      const headers = signedAt(world.now() + off);
      expect((await sendCrmWebhook(event, { path, headers })).status).toBe(200);
    }
    for (const headers of [
      signedAt(world.now() - 300_001),
      signedAt(world.now() + 300_001),
      signedAt(world.now(), 'otro secreto'),
      signedAt(world.now(), APP_SECRET, '/api/webhooks/crm'),
      { ...signedAt(world.now()), 'x-hubspot-request-timestamp': `${world.now() + 1}` },
      { ...signedAt(world.now()), 'x-hubspot-request-timestamp': '' },
      { ...signedAt(world.now()), 'x-hubspot-signature-v3': 'AAAA' },
    ]) {
      expect(await refusalOf(sendCrmWebhook(event, { path, headers }))).toBe(
        '401 invalid_signature',
      );
    }
  });

  test('accepts only the signature where no token is configured', async () => {
    await world.reopen({ HUBSPOT_APP_SECRET: APP_SECRET, APP_URL: 'https://resguardo.cl' });
    const path = '/api/webhooks/crm?a=b%20c';
    const headers = signedAt(world.now());
    expect((await sendCrmWebhook(event, { path, headers })).status).toBe(200);
    expect(await refusalOf(sendCrmWebhook(event))).toBe('401 invalid_webhook_token');
  });

  test('refuses what is too large or not JSON, and counts unknown events', async () => {
    expect(await refusalOf(sendCrmWebhook(null, { body: ' '.repeat(MIB + 1) }))).toBe(
      '413 payload_too_large',
    );
    const levels = (count: number) => '['.repeat(count) + ']'.repeat(count);
    for (const body of ['', '[', 'x', levels(51)]) {
      expect(await refusalOf(sendCrmWebhook(null, { body }))).toBe('400 invalid_json');
    }
    for (const body of ['null', '7', '"x"', '[1]', levels(50), `[${'{},'.repeat(1000)}{}]`]) {
      expect(await refusalOf(sendCrmWebhook(null, { body }))).toBe('400 validation_failed');
    }
    const odd = [{}, { subscriptionType: 'x' }, { subscriptionType: 'deal.', objectId: {} }];
    expect(await eventCounts(sendCrmWebhook([]))).toEqual([0, 0, 0]);
    expect(await eventCounts(sendCrmWebhook(odd))).toEqual([3, 0, 0]);
    expect(await eventCounts(sendCrmWebhook(odd))).toEqual([3, 0, 3]);
  });
});
