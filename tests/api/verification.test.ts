import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeOpenings } from '#lib/domain/issued-guarantees/writes/count-verification.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { verificationCodes } from '#lib/platform/db/schema/issued-guarantees.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { getCompany, makeUser } from '#tests/support/accounts.ts';
import { reportEvent } from '#tests/support/issued.ts';
import { textOf } from '#tests/support/page-request.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  bodyOf,
  changeVerificationCode,
  compareFile,
  compareHash,
  openCodePage,
  openVerification,
  type Verification,
  verifyCode,
} from '#tests/support/verification.ts';

let admin: Verification['admin'];
let id: string;
let code: string;
let mine: Verification['mine'];
let own: Verification['own'];
beforeEach(async () => {
  ({ admin, id, code, mine, own } = await openVerification());
});

describe('a verification code', () => {
  test('shows what was recorded, by whom and when, with the holder’s RUT masked', async () => {
    const response = await verifyCode(code);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: true,
      data: {
        type: 'seriedad',
        instrument: 'poliza',
        issuerName: 'Aseguradora Andes',
        issuerNumber: 'PZ-20261-88',
        issuerVerifyUrl: 'https://verifica.andes.example/poliza',
        amount: '1500000.5',
        currency: 'pesos',
        validFrom: '2026-12-01',
        validTo: '2027-03-01',
        claimUntil: null,
        beneficiaryName: 'Municipalidad de Mostazal',
        beneficiaryRut: '69.265.000-K',
        tenderId: '4809-45-LE26',
        holderName: 'Constructora Andes SpA',
        holderRut: '76.***.***-0',
        state: 'vigente',
        stateBy: null,
        successorCode: null,
        recordedBy: 'advisor',
        recordedAt: new Date(admin.world.now()).toISOString(),
        hasDocument: true,
      },
    });
  });

  test('of a company’s record shows a tender only by its id, and masks a person’s RUT', async () => {
    const { verificationCode } = await own({
      tenderId: 'Llama al banco antes del viernes',
      beneficiaryRut: '12.345.678-5',
    });
    const page = await bodyOf(openCodePage(verificationCode));
    expect(page).not.toMatch(/Llama al banco|12\.345/);
    expect(page).toContain('12.***.***-5');
    const other = await own({ tenderId: '4809-45-le26', issuerNumber: 'OTRA-2' });
    const shown = await bodyOf(openCodePage(other.verificationCode));
    expect(shown).toContain('4809-45-LE26');
    expect(textOf(shown)).toContain('Consultado el 20-11-2026, 12:00, hora de Chile');
  });

  test.each([
    ['in lower case', (text: string) => text.toLowerCase()],
    ['without hyphens', (text: string) => text.replaceAll('-', '')],
    ['with blanks', (text: string) => ` ${text.replaceAll('-', '  ')} `],
    ['with other hyphens', (text: string) => text.replaceAll('-', '–')],
    [
      'with look-alikes',
      (text: string) => text.toLowerCase().replace(/[01]/g, (digit) => 'ol'[+digit] ?? ''),
    ],
  ])('is accepted %s', async (_, typed) => {
    const same = typed(code);
    expect((await verifyCode(same)).status).toBe(200);
    const page = await openCodePage(same);
    expect([page.status, page.headers.get('location')]).toEqual([307, `/v/${code}`]);
  });

  test('that never existed, that ended or whose record was a mistake gets the same refusal', async () => {
    const unknown = '0'.repeat(20);
    const answers = async (requested: string) =>
      Promise.all(
        [verifyCode(requested), compareHash(requested, 'a'.repeat(64))].map(async (asking) => {
          const response = await asking;
          const { requestId: _, ...reply } = await response.json();
          return { status: response.status, ...reply };
        }),
      );
    const page = async (requested: string) => {
      const response = await openCodePage(requested);
      const text = (await response.text()).replaceAll(requested, '');
      return { status: response.status, text };
    };
    const none = await answers(unknown);
    expect(none).toMatchObject([
      { status: 404, error: 'not_found' },
      { status: 404, error: 'not_found' },
    ]);
    const nonePage = await page('00000-00000-00000-00000');
    expect(nonePage).toMatchObject({ status: 404 });
    await changeVerificationCode(mine, id, 'end');
    expect(await answers(code)).toEqual(none);
    expect(await page(code)).toEqual(nonePage);
    const mistake = await own();
    await reportEvent(mine, mistake.id, { kind: 'anulada' });
    expect(await answers(mistake.verificationCode)).toEqual(none);
    expect(await page(mistake.verificationCode)).toEqual(nonePage);
    for (const odd of ['x', 'U'.repeat(20), `${code}0`]) {
      expect(await answers(odd), odd).toEqual(none);
    }
  });

  test('stops working when it is renewed or ended, and each change is audited once', async () => {
    const renewed = await (await changeVerificationCode(mine, id, 'renew')).json();
    expect(renewed.data.url).toBe(`http://localhost:3000/v/${renewed.data.code}`);
    expect(renewed.data.code).not.toBe(code);
    expect((await verifyCode(code)).status).toBe(404);
    expect((await verifyCode(renewed.data.code)).status).toBe(200);
    for (let n = 0; n < 2; n++) {
      const ended = await changeVerificationCode(admin.ana.cookies, id, 'end');
      expect(await ended.json()).toEqual({ success: true, data: { code: null, url: null } });
    }
    expect((await verifyCode(renewed.data.code)).status).toBe(404);
    const again = await (await changeVerificationCode(mine, id, 'renew')).json();
    expect((await verifyCode(again.data.code)).status).toBe(200);
    const trail = await getDb()
      .read.select({ action: auditEvents.action })
      .from(auditEvents)
      .orderBy(auditEvents.id);
    expect(trail.map(({ action }) => action).filter((action) => /code/.test(action))).toEqual([
      'guarantee.code-renewed',
      'guarantee.code-ended',
      'guarantee.code-renewed',
    ]);
  });

  test('can be changed only by its owner and the team, and not after a mistake', async () => {
    const { cookies: stranger } = await makeUser({ email: 'otra@empresa.cl' });
    expect((await changeVerificationCode(stranger, id, 'end')).status).toBe(404);
    expect((await changeVerificationCode(undefined, id, 'end')).status).toBe(401);
    expect((await changeVerificationCode(mine, id, 'borrar')).status).toBe(400);
    expect((await verifyCode(code)).status).toBe(200);
    const mistake = await own();
    await reportEvent(mine, mistake.id, { kind: 'anulada' });
    expect((await changeVerificationCode(mine, mistake.id, 'renew')).status).toBe(409);
  });

  test('leads to the code of the successor, and says who reported the extension', async () => {
    const next = await own();
    await reportEvent(mine, id, { kind: 'prorrogada', successorId: next.id });
    const { data } = await (await verifyCode(code)).json();
    const successorCode = next.verificationCode;
    expect(data).toMatchObject({ state: 'prorrogada', stateBy: 'company', successorCode });
    const page = await bodyOf(openCodePage(code));
    expect(page).toContain('>Reemplazada por otra garantía, según la empresa</h1>');
    expect(page).toContain(`<a href="/v/${successorCode}">`);
    await changeVerificationCode(mine, next.id, 'end');
    expect((await (await verifyCode(code)).json()).data.successorCode).toBeNull();
    expect(await bodyOf(openCodePage(code))).toContain('pídelo a quien te la entregó');
  });

  test('shows who reported its state last when both sides did', async () => {
    await reportEvent(mine, id, { kind: 'devuelta' });
    await reportEvent(mine, id, { kind: 'deshecha' });
    await reportEvent(admin.ana.cookies, id, { kind: 'devuelta' });
    const { data } = await (await verifyCode(code)).json();
    expect(data).toMatchObject({ state: 'devuelta', stateBy: 'advisor' });
  });

  test('of an advisor’s record works while the company is suspended; one of its own records does not', async () => {
    const { verificationCode } = await own();
    const { id: company } = await getCompany('ana@constructora.cl');
    await getDb().write((tx) =>
      tx.update(accounts).set({ suspendedAt: 1 }).where(eq(accounts.id, company)),
    );
    const answers = [(await verifyCode(code)).status, (await verifyCode(verificationCode)).status];
    expect(answers).toEqual([200, 404]);
    expect((await compareHash(verificationCode, '0'.repeat(64))).status).toBe(404);
  });

  test('shows the status of the day', async () => {
    const stateAfter = async (days: number) => {
      admin.world.advance(days * DAY);
      const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/.exec(await bodyOf(openCodePage(code))) ?? [];
      const verdict = heading.replace(/<[^>]+>/g, '');
      return [(await (await verifyCode(code)).json()).data.state, verdict];
    };
    const stands = 'Garantía vigente, registrada por Resguardo';
    expect(await stateAfter(15)).toEqual(['vigente', stands]);
    expect(await stateAfter(60)).toEqual(['por_vencer', stands]);
    const ended = 'Vencida: su último día fue el 01-03-2027';
    expect(await stateAfter(30)).toEqual(['vencida', ended]);
  });

  test.each([
    ['la empresa', () => mine],
    ['Resguardo', () => admin.ana.cookies],
  ])('shows that %s reported the return', async (who, cookies) => {
    await reportEvent(cookies(), id, { kind: 'devuelta' });
    expect(await bodyOf(openCodePage(code))).toContain(`Devuelta, según ${who}`);
  });

  test('counts openings of its page, without the visitor, when the counts are written', async () => {
    await openCodePage(code);
    await openCodePage(code.toLowerCase());
    await verifyCode(code);
    await openCodePage('0'.repeat(20));
    await compareFile(code, samples.pdf);
    const counts = () => getDb().read.select().from(verificationCodes);
    expect(await counts()).toMatchObject([{ openings: 0 }]);
    await writeOpenings();
    await writeOpenings();
    expect(await counts()).toMatchObject([{ openings: 2 }]);
  });
});
