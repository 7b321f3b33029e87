import { expect, test } from 'vitest';
import GuaranteePage from '#app/admin/garantias/[id]/page.tsx';
import { readFlash } from '#lib/http/flash.ts';
import { createAccount, signIn } from '#tests/support/accounts.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { openDesk } from '#tests/support/desk.ts';
import { moveTo, recorded } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';

test('a claim is told whole only by the word for it, on either side', async () => {
  const desk = await openDesk();
  const { id: lead } = await sendRequest(publicBody);
  await moveTo(lead, 'aprobada');
  const reason = { validFrom: '2026-11-20', differenceReason: 'Rige antes.' };
  const { id } = await recorded(desk.ana.cookies, lead, reason);
  const mine = await signIn(await createAccount({ email: publicBody.email }));
  const tell = async (
    fields: Record<string, string>,
    place = 'admin',
    cookies: Record<string, string> = desk.ana.cookies,
  ) => {
    const form = { kind: 'cobrada', ...fields };
    const reply = await postForm(`/${place}/garantias/${id}/evento`, { form, cookies });
    const { formulario = '' } = cookiesOf(reply);
    return Object.keys(readFlash(`formulario=${formulario}`)?.fields ?? {});
  };
  const page = async (query: Record<string, string>) => {
    askAs(desk.ana.cookies);
    return show(GuaranteePage, { id }, query);
  };
  const asked = await page({ dice: 'cobrada' });
  expect(asked).toContain('Entera ($ 1.500.000,50)');
  expect(asked).not.toContain('checked=""');
  for (const [place, cookies] of [
    ['admin', desk.ana.cookies],
    ['panel', mine],
  ] as const) {
    expect(await tell({}, place, cookies)).toEqual(['cuanto']);
    expect(await tell({ amount: '500.000' }, place, cookies)).toEqual(['cuanto']);
    expect(await tell({ cuanto: 'parte' }, place, cookies)).toEqual(['amount']);
    expect(await tell({ cuanto: 'entera', amount: '1' }, place, cookies)).toEqual(['amount']);
    expect(await tell({ cuanto: 'entera', on: '19-11-2026' }, place, cookies)).toEqual(['on']);
  }
  expect(await page({})).not.toContain('Cobrado hasta ahora');
  expect(await tell({ cuanto: 'parte', amount: '0,5' })).toEqual([]);
  expect(await page({ dice: 'cobrada' })).toContain('Todo lo que quedaba ($ 1.500.000)');
  expect(await tell({ cuanto: 'entera' })).toEqual([]);
  expect(await page({})).not.toContain('¿Qué pasó con ella?');
});
