import { describe, expect, test } from 'vitest';
import { recordOwn } from '#tests/support/issued.ts';
import { ownGuarantees, pdf, typed } from '#tests/support/own-guarantees.ts';
import { textOf } from '#tests/support/page-request.ts';

const panel = ownGuarantees();
const { send, back } = panel;

describe('what is most likely mistyped in a guarantee', () => {
  test.each([
    ['1.500.000,50', 'los pesos no llevan decimales'],
    ['$ 9.000.000.000.000.000', 'revisa los ceros'],
    ['5.000', 'Revisa si faltan ceros'],
  ])('asks once about %s, and again about another', async (amount, doubt) => {
    const page = await back(await send({ ...typed, amount }, pdf));
    expect(textOf(page)).toContain(doubt);
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
    const [subido, revisado] = [field('subido'), field('revisado')];
    const other = await back(await send({ ...typed, amount: '1.000,25', subido, revisado }));
    expect(textOf(other)).toContain('¿Son $ 1.000,25?');
    const { place } = await send({ ...typed, amount, subido, revisado });
    expect(place).toContain('aviso=registrada');
  });

  test('takes no year of another century, by the API neither', async () => {
    const typos = { validFrom: '01-12-0001', validTo: '01-03-2927', claimUntil: '01-03-3000' };
    const said = textOf(await back(await send({ ...typed, ...typos })));
    expect(said.match(/Revisa el año: escribiste (0001|2927|3000)\./g)).toHaveLength(3 * 2);
    const refused = await recordOwn(panel.ana.cookies, {
      validFrom: '0001-12-01',
      validTo: '2927-03-01',
    });
    expect(refused.status).toBe(400);
    expect(Object.keys((await refused.json()).fields)).toEqual(['validFrom', 'validTo']);
  });
});
