import { describe, expect, test } from 'vitest';
import { DRAFT_DAYS } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { sweepDrafts } from '#lib/domain/drafts/writes/sweep-drafts.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { noRows, rowCounts } from '#tests/support/submissions.ts';
import {
  answersTo,
  followWizard,
  newVisitor,
  publicAnswers,
  reachReview,
  startedVisitor,
  valuesOf,
  WIZARD,
} from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const draftCount = () => getDb().read.$count(drafts);

describe('a draft', () => {
  test('of an older version loses pages that are no longer asked', async () => {
    const who = await startedVisitor();
    const answers = { answered: ['tipo', 'contrato'], values: answersTo('tipo'), garantias: [] };
    await getDb().write((tx) => tx.update(drafts).set({ answers: answers as DraftAnswers }));
    await who.save('contacto', answersTo('contacto'));
    const after = await who.save('licitacion', answersTo('licitacion'));
    expect(after).toBe(`${WIZARD}/institucion`);
    expect((await who.draft())?.answers.answered).toEqual(['tipo', 'contacto', 'licitacion']);
  });

  test('keeps what two tabs save on different pages, also at once', async () => {
    const who = await reachReview();
    await Promise.all([
      who.save('contacto', { ...answersTo('contacto'), nombreSolicitante: 'Pestaña Uno' }),
      who.save('licitacion', { idLicitacion: '1-2-LE26' }),
      who.save('institucion', { ...answersTo('institucion'), razonSocial: 'Pestaña Tres' }),
    ]);
    expect(await valuesOf(who)).toMatchObject({
      nombreSolicitante: 'Pestaña Uno',
      idLicitacion: '1-2-LE26',
      razonSocial: 'Pestaña Tres',
    });
  });

  test('lives 30 days from its last change', async () => {
    const who = await startedVisitor();
    world.advance((DRAFT_DAYS - 1) * DAY);
    expect(await who.save('contacto', answersTo('contacto'))).toBe(`${WIZARD}/licitacion`);
    world.advance((DRAFT_DAYS - 1) * DAY);
    expect(await sweepDrafts(world.now())).toBe(0);
    expect(await who.save('licitacion', answersTo('licitacion'))).toBe(`${WIZARD}/institucion`);
    world.advance(DRAFT_DAYS * DAY + 1);
    expect(await who.draft()).toBeNull();
    expect(await sweepDrafts(world.now())).toBe(1);
    expect(await draftCount()).toBe(0);
  });

  test('that expired begins anew with what was just typed, and says so', async () => {
    const who = newVisitor();
    await followWizard(who, Object.fromEntries(Object.entries(publicAnswers).slice(0, 2)));
    world.advance(31 * DAY);
    const next = await who.save('licitacion', { idLicitacion: '9-9-LE26' });
    expect(next).toBe(`${WIZARD}/tipo?aviso=vencido`);
    expect(await valuesOf(who)).toEqual({ idLicitacion: '9-9-LE26' });
    expect((await followWizard(who, publicAnswers)).lastStep).toBe('documentos');
  });

  test('that expired while a guarantee was described keeps that part of it', async () => {
    const who = await reachReview();
    const g = (await who.draft())?.answers.garantias[0]?.id ?? '';
    world.advance(31 * DAY);
    await who.save('garantia-monto', { montoGarantia: '5', monedaGarantia: 'UF', g });
    expect((await who.draft())?.answers.garantias).toMatchObject([
      { montoGarantia: '5', monedaGarantia: 'UF' },
    ]);
  });

  test.each([
    ['of another signature', (token: string) => `${token.slice(0, -3)}AAA`],
    ['of another id', (token: string) => `AAAA${token.slice(4)}`],
    ['of another purpose', () => signedToken('resume', 'A'.repeat(22))],
    ['of nonsense', () => '%00..'],
    ['that is empty', () => ''],
  ])('is not opened by a cookie %s, and a new draft begins', async (_, tamper) => {
    const victim = await startedVisitor();
    const before = await victim.draft();
    const who = newVisitor();
    const [[name = '', token = ''] = []] = Object.entries(victim.cookies);
    who.cookies[name] = tamper(token);
    who.open(before?.id);
    expect(await who.save('tipo', { sistemaLicitacion: 'privados' })).toBe(`${WIZARD}/contacto`);
    expect((await who.draft())?.id).not.toBe(before?.id);
    expect(await victim.draft()).toEqual(before);
    expect(await draftCount()).toBe(2);
  });

  test('of another person cannot be changed or sent without its cookie', async () => {
    const [one, other] = [await reachReview(), await startedVisitor()];
    expect(await other.send()).toBe(`${WIZARD}/contacto`);
    const g = (await one.draft())?.answers.garantias[0]?.id ?? '';
    await other.remove(g);
    expect((await one.draft())?.answers.garantias).toHaveLength(1);
    expect(await rowCounts()).toEqual(noRows);
  });

  test('stays beside a new one begun by "Empezar otra"', async () => {
    const who = await startedVisitor();
    const first = await who.draft();
    who.open();
    await who.save('tipo', answersTo('tipo'));
    expect((await who.draft())?.id).not.toBe(first?.id);
    expect(await draftCount()).toBe(2);
  });
});
