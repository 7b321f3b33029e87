import { describe, expect, test } from 'vitest';
import PanelHome from '#app/panel/page.tsx';
import { reportEvent } from '#tests/support/issued.ts';
import { ownGuaranteesForTest } from '#tests/support/own-guarantees.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { bodyOf, openCodePage } from '#tests/support/verification.ts';

const panel = ownGuaranteesForTest();
const { own, list, seen } = panel;

describe('a guarantee whose first day is still to come', () => {
  test('says when it begins, to its owner and to others, and is counted in no total', async () => {
    const ahead = await own({ issuerNumber: 'A', validFrom: '2026-11-21', validTo: '2027-06-10' });
    expect(await list()).toContain('Ninguna rige hoy. Otra empieza más adelante.');
    const statement = 'Empieza el 21-11-2026 y vence el 10-06-2027.';
    for (const page of [await seen(ahead.id), await renderPage(PanelHome, {})]) {
      expect(textOf(page)).toContain(statement);
    }
    expect(await list()).toContain('10-06-2027 · empieza el 21-11-2026');
    expect(textOf(await seen(ahead.id))).toContain('Por empezar');
    const code = ahead.verificationCode;
    expect(textOf(await bodyOf(openCodePage(code)))).toContain(
      'Todavía no rige: empieza el 21-11-2026',
    );
    await own({ issuerNumber: 'B', validFrom: '2026-11-20', amount: '10' });
    const both = await list();
    expect(both).toMatch(/Monto vigente \$ 10 En 1 garantía\. .*Otra empieza más adelante\./);
    expect(both).toContain('Vigentes y por empezar');
  });
});

test('the handover to the beneficiary is shown in the status of the guarantee', async () => {
  const { id } = await own();
  expect(textOf(await seen(id))).not.toContain('Entregada al beneficiario');
  await reportEvent(panel.ana.cookies, id, { kind: 'entregada', on: '2026-11-19' });
  expect(textOf(await seen(id))).toMatch(
    /Estado .*Entregada al beneficiario el 19-11-2026\. .*Documento/,
  );
});

test('an extended guarantee and the rest of a partial claim count until their last day', async () => {
  const begun = async (changes: object) => (await own({ validFrom: '2026-11-01', ...changes })).id;
  const claimed = await begun({ issuerNumber: 'A', amount: '1250.5', validTo: '2027-06-10' });
  await reportEvent(panel.ana.cookies, claimed, { kind: 'cobrada', amount: '250' });
  const whole = await begun({ issuerNumber: 'B', amount: '700', validTo: '2027-06-10' });
  await reportEvent(panel.ana.cookies, whole, { kind: 'cobrada' });
  const first = await begun({ issuerNumber: 'C', amount: '5', validTo: '2026-12-05' });
  const next = { issuerNumber: 'D', amount: '5', validFrom: '2026-12-06', validTo: '2027-12-05' };
  await reportEvent(panel.ana.cookies, first, {
    kind: 'prorrogada',
    successorId: await begun(next),
  });
  const later = { validFrom: '2026-11-21', validTo: '2027-01-31' };
  const ahead = await begun({ issuerNumber: 'E', ...later });
  const after = { issuerNumber: 'F', validFrom: '2027-02-01', validTo: '2027-03-31' };
  await reportEvent(panel.ana.cookies, ahead, {
    kind: 'prorrogada',
    successorId: await begun(after),
  });
  const pageText = await list();
  expect(pageText).toContain('$ 1.005,50 ');
  const [covering = '', ended = ''] = pageText.split('Terminadas');
  const numbers = (part: string) =>
    [...part.matchAll(/Seriedad de la oferta, N\.º (\d)/g)].map(([, number]) => number);
  expect(numbers(covering)).toEqual(['3', '5', '6', '1', '4']);
  expect(numbers(ended)).toEqual(['2']);
});
