import { beforeEach, describe, expect, test } from 'vitest';
import NewGuaranteePage from '#app/panel/garantias/nueva/page.tsx';
import { recordOwn } from '#tests/support/issued.ts';
import { pdf, sendOwn, typed } from '#tests/support/own-guarantees.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { type Member, makeMember } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
let ana: Member;
beforeEach(async () => {
  ana = await makeMember();
});

const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const send = (fields: Record<string, string>, file: typeof pdf | null = null) =>
  sendOwn(ana, fields, file);
async function back({ place, formulario }: { place: string; formulario: string }) {
  askAs({ ...ana.cookies, formulario });
  const error = new URL(place, 'http://x').searchParams.get('error') ?? '';
  return show(NewGuaranteePage, {}, { error });
}

describe('what is most likely mistyped in a guarantee', () => {
  test.each([
    ['1.500.000,50', 'los pesos no llevan decimales'],
    ['$ 9.000.000.000.000.000', 'revisa los ceros'],
    ['5.000', 'Revisa si faltan ceros'],
  ])('asks once about %s, and again about another', async (amount, doubt) => {
    const page = await back(await send({ ...typed, amount }, pdf));
    expect(text(page)).toContain(doubt);
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
    const [subido, revisado] = [field('subido'), field('revisado')];
    const other = await back(await send({ ...typed, amount: '1.000,25', subido, revisado }));
    expect(text(other)).toContain('¿Son $ 1.000,25?');
    const { place } = await send({ ...typed, amount, subido, revisado });
    expect(place).toContain('aviso=registrada');
  });

  test('takes no year of another century, by the API neither', async () => {
    const typos = { validFrom: '01-12-0001', validTo: '01-03-2927', claimUntil: '01-03-3000' };
    const said = text(await back(await send({ ...typed, ...typos })));
    expect(said.match(/Revisa el año: escribiste (0001|2927|3000)\./g)).toHaveLength(3 * 2);
    const refused = await recordOwn(ana.cookies, {
      validFrom: '0001-12-01',
      validTo: '2927-03-01',
    });
    expect(refused.status).toBe(400);
    expect(Object.keys((await refused.json()).fields)).toEqual(['validFrom', 'validTo']);
  });
});
