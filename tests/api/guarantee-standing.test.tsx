import { beforeEach, describe, expect, test } from 'vitest';
import GuaranteePage from '#app/panel/garantias/[id]/page.tsx';
import GuaranteesPage from '#app/panel/garantias/page.tsx';
import PanelHome from '#app/panel/page.tsx';
import { GET as verifyPage } from '#app/v/[code]/route.ts';
import { call } from '#tests/support/call.ts';
import { recordOwn, say } from '#tests/support/issued.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { type Member, makeMember } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
let ana: Member;
beforeEach(async () => {
  ana = await makeMember();
  askAs(ana.cookies);
});

const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const own = async (changes: object = {}) =>
  (await (await recordOwn(ana.cookies, changes)).json()).data;
const list = async () => text(await show(GuaranteesPage, {}));
const seen = async (id: string) => show(GuaranteePage, { id });

describe('a guarantee whose first day is still to come', () => {
  test('says when it begins, to its owner and to others, and is counted in no total', async () => {
    const ahead = await own({ issuerNumber: 'A', validFrom: '2026-11-21', validTo: '2027-06-10' });
    expect(await list()).toContain('Ninguna rige hoy. Otra empieza más adelante.');
    const said = 'Empieza el 21-11-2026 y vence el 10-06-2027.';
    for (const page of [await seen(ahead.id), await show(PanelHome, {})]) {
      expect(text(page)).toContain(said);
    }
    expect(await list()).toContain('10-06-2027 · empieza el 21-11-2026');
    expect(text(await seen(ahead.id))).toContain('Por empezar');
    const code = ahead.verificationCode;
    const others = await call(verifyPage, `/v/${code}`, { params: { code } });
    expect(text(await others.text())).toContain('Todavía no rige: empieza el 21-11-2026');
    await own({ issuerNumber: 'B', validFrom: '2026-11-20', amount: '10' });
    const both = await list();
    expect(both).toMatch(/Monto vigente \$ 10 En 1 garantía\. .*Otra empieza más adelante\./);
    expect(both).toContain('Vigentes y por empezar');
  });
});

test('a delivery is told where the guarantee stands', async () => {
  const { id } = await own();
  expect(text(await seen(id))).not.toContain('Entregada al beneficiario');
  await say(ana.cookies, id, { kind: 'entregada', on: '2026-11-19' });
  expect(text(await seen(id))).toMatch(
    /Estado .*Entregada al beneficiario el 19-11-2026\. .*Documento/,
  );
});
