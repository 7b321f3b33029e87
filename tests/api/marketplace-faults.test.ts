import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import {
  checkTender,
  getMarketplaceReply,
  listDay,
  marketplaceForTest,
  permanentFaults,
  shortMarketplaceTimeouts,
} from '#tests/support/marketplace.ts';
import type { MarketplaceTrouble } from '#tests/support/providers/mercado-publico.ts';
import { measureWait } from '#tests/support/timing.ts';

const { api } = marketplaceForTest();

/** Result of each trouble, and the number of calls before giving up. */
const settled: [MarketplaceTrouble, number, string, number][] = [
  ['html', 502, 'upstream_failed', 3],
  ['truncated', 502, 'upstream_failed', 3],
  ['cut', 502, 'upstream_failed', 3],
  ['server-error', 502, 'upstream_failed', 3],
  ['huge', 502, 'upstream_failed', 1],
  ['redirect', 502, 'upstream_failed', 1],
  ['ticket', 503, 'not_configured', 1],
  ['parameters', 400, 'validation_failed', 1],
  ['odd-error', 400, 'validation_failed', 1],
];

describe('when the Mercado Público API keeps failing', () => {
  test.each(settled)('by %s, a list answers %i %s', async (trouble, status, code, calls) => {
    api.fail(trouble);
    const reply = await listDay('13032017');
    expect([reply.status, reply.body.error]).toEqual([status, code]);
    expect(api.calls).toHaveLength(calls);
  });

  test.each(['busy', 'busy-500', 'hang'] as const)(
    'by %s, a list answers 504 within its time limit',
    async (trouble) => {
      setCallTimes({ ...shortMarketplaceTimeouts, backOffMs: [50, 100, 200] });
      api.fail(trouble);
      const { result, ms } = await measureWait(() => listDay('13032017'));
      const { status, body, headers } = result;
      expect([status, body.error]).toEqual([504, 'upstream_timeout']);
      expect(headers.get('retry-after')).toBe('30');
      expect(ms).toBeLessThan(shortMarketplaceTimeouts.queryTimeoutMs + 300);
      expect(api.calls.length).toBeGreaterThan(1);
    },
  );

  test('because no server is there, a list answers 502', async () => {
    await api.close();
    expect((await listDay('13032017')).status).toBe(502);
  });

  test.each([...permanentFaults, 'busy', 'hang', 'ticket'] as const)(
    'by %s, codes of tenders and orders are checked by their form, and the tender has a warning',
    async (trouble) => {
      if (trouble === 'hang' || trouble === 'busy') setCallTimes(shortMarketplaceTimeouts);
      api.fail(trouble);
      const { status, body } = await checkTender('4809-45-LE26');
      expect(status).toBe(200);
      expect(body).toMatchObject({ valid: true, source: 'basic' });
      expect(body.data).toMatchObject({
        codigoExterno: '4809-45-LE26',
        warning: expect.stringContaining('no respondió'),
      });
      const order = await getMarketplaceReply('/api/validate-orden-compra?id=1002-182-AG25');
      expect(order.body).toMatchObject({ source: 'basic', data: { codigo: '1002-182-AG25' } });
    },
  );

  test('by rejecting a code as malformed, that code counts as a tender that does not exist', async () => {
    api.fail('parameters');
    const { body } = await checkTender('1-1-ZZ26');
    expect(body).toMatchObject({ valid: false, source: 'api', data: null });
  });
});

describe('when the Mercado Público API recovers', () => {
  test.each([
    ['busy', 3],
    ['busy-500', 3],
    ['busy', 10],
    ['html', 2],
    ['truncated', 1],
    ['cut', 1],
    ['server-error', 2],
    ['hang', 1],
  ] as const)('after %s, %i times in a row, the list still arrives', async (trouble, times) => {
    if (trouble === 'hang') setCallTimes({ attemptTimeoutMs: 1000 });
    api.failNext(trouble, times);
    const { status, body } = await listDay('13032017');
    expect([status, body.count]).toEqual([200, 2]);
    expect(api.calls).toHaveLength(times + 1);
  });

  test('after it refused the ticket, the next question makes no call', async () => {
    api.failNext('ticket');
    expect((await listDay('13032017')).status).toBe(503);
    expect((await getMarketplaceReply('/api/listar-organismos')).status).toBe(503);
    expect(api.calls).toHaveLength(1);
  });
});

describe('the Mercado Público ticket', () => {
  test('appears in no log line, reply or row, whatever fails', async () => {
    // A pause follows each call, whose row stays.
    setCallTimes({ ...shortMarketplaceTimeouts, gapMs: 1 });
    const log = captureLog();
    const replies: string[] = [];
    for (const trouble of [...permanentFaults, 'busy', 'hang', 'parameters', 'ticket'] as const) {
      api.fail(trouble);
      replies.push(JSON.stringify((await listDay('13032017')).body));
      api.recover();
    }
    await api.close();
    replies.push(JSON.stringify((await checkTender('4809-45-LE26')).body));
    const rows = await getDb().client.execute(
      'select name from leases union select key from marketplace_calls',
    );
    expect(rows.rows).toHaveLength(2);
    const written = log.text() + replies.join() + JSON.stringify(rows.rows);
    expect(log.lines().some(({ msg }) => String(msg).includes('MERCADO_PUBLICO_TICKET'))).toBe(
      true,
    );
    expect(written).not.toContain(api.ticket);
    expect(log.text()).not.toContain('127.0.0.1');
  });
});
