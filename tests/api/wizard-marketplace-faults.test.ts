import { describe, expect, test } from 'vitest';
import { valuesOfTender } from '#lib/domain/drafts/view.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { marketplaceForTest, permanentFaults } from '#tests/support/marketplace.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import { measureWait } from '#tests/support/timing.ts';
import {
  followWizard,
  newVisitor,
  publicAnswers,
  reachTender,
  tenderBuyer,
  tenderOf,
  WIZARD,
} from '#tests/support/wizard.ts';

const { api, world } = marketplaceForTest();

const { tipo = {}, contacto = {}, licitacion = {} } = publicAnswers;

describe('when Mercado Público fails', () => {
  test.each(permanentFaults)(
    '%s: the wizard goes on and asks everything by hand',
    async (trouble) => {
      api.fail(trouble);
      const who = await reachTender();
      expect(await tenderOf(who)).toMatchObject({ facts: null, isMissing: false, suggestions: [] });
      const { seen } = await followWizard(who, publicAnswers, 'institucion');
      expect(seen.at(-1)).toBe('garantias');
    },
  );

  test('hanging delays the page by its time limit at most, and a late answer is used afterwards', async () => {
    setCallTimes({ wizardPageWaitMs: 100 });
    api.set({ latencyMs: 1500 });
    const who = newVisitor();
    await followWizard(who, { tipo, contacto });
    const { result, ms } = await measureWait(() => who.save('licitacion', licitacion));
    expect(result).toBe(`${WIZARD}/institucion`);
    expect(ms).toBeLessThan(1000);
    expect((await tenderOf(who))?.facts).toBeNull();
    const name = async () => (await tenderOf(who))?.facts?.name;
    await expect.poll(name).toBe('PLACAS DE ALUMINIO COMPUESTO');
  });

  test('after it answered, the stored answer is still used', async () => {
    const who = await reachTender();
    api.fail('server-error');
    world.advance(3_600_000);
    expect(valuesOfTender(await tenderOf(who))).toEqual(tenderBuyer);
  });

  test('and no ticket is configured, no call is made', async () => {
    await world.reopen();
    const who = await reachTender();
    expect(await tenderOf(who)).toMatchObject({ type: 'LE', facts: null, isMissing: false });
    expect(api.calls).toEqual([]);
  });
});

describe('a hostile answer of Mercado Público', () => {
  test('does not fill in values that a request cannot hold', async () => {
    const name = `<img src=x onerror=alert(1)>${'x'.repeat(5000)}`;
    api.set({
      tenders: [
        createTender({
          code: '3667-12-LP26',
          name,
          buyer: { ...createTender().buyer, name: `${name}\u0000`, rut: '1-9' },
        }),
        createTender({
          code: '3667-13-LP26',
          buyer: { ...createTender().buyer, name: 'A\u0007B' },
        }),
      ],
    });
    const who = await reachTender('3667-12-LP26');
    expect((await tenderOf(who))?.facts?.name).toBe(name);
    expect(valuesOfTender(await tenderOf(who))).toEqual({});
    await who.save('licitacion', { idLicitacion: '3667-13-LP26' });
    expect(valuesOfTender(await tenderOf(who))).not.toHaveProperty('institucion');
  });
});
