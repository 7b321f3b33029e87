import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import ProofPage from '#app/admin/borrar/constancia/[id]/page.tsx';
import ErasePage from '#app/admin/borrar/page.tsx';
import { sweepErasures } from '#lib/domain/erasure/sweep.ts';
import { retentionDays } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { ANA_EMAIL, createAnaData, rowsContaining } from '#tests/support/erasure.ts';
import { insertLead } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { webhookVariables } from '#tests/support/webhooks.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot());
const world = worldForTest(() => ({
  ...hubspot.variables,
  ...webhookVariables,
  RATE_LIMITS: 'off',
}));
const eva = forEachTest(() => makeAdvisor('eva@resguardo.cl'));

async function erase(correo: string): Promise<string> {
  const response = await postForm('/admin/borrar/confirmar', {
    form: { correo, confirmation: correo },
    cookies: eva.cookies,
  });
  return response.headers.get('location') ?? `${response.status}`;
}

const shown: typeof renderPage = async (page, params, query) => {
  browseAs(eva.cookies);
  return textOf(await renderPage(page, params, query));
};

describe('the proof of an erasure', () => {
  test('says what was erased, what stays, when and by whom, without the erased address', async () => {
    await createAnaData(eva);
    expect(await erase(ANA_EMAIL)).toBe('/admin/borrar/constancia/1');
    const proof = await shown(ProofPage, { id: '1' });
    for (const words of [
      'Constancia de borrado N.º 1',
      '20-11-2026, 12:00, hora de Chile',
      'eva@resguardo.cl',
      '1 solicitud, con sus archivos.',
      'De cada solicitud o mensaje, su número',
      'La auditoría, sin su nombre',
    ])
      expect(proof).toContain(words);
    expect(proof).not.toContain(ANA_EMAIL);
  });

  test('is found again by the erased address, which the table of erasures does not contain', async () => {
    await insertLead({ email: 'marta@vergara.cl' });
    await erase('marta@vergara.cl');
    world.advance(MINUTE);
    const again = await shown(ErasePage, {}, { correo: 'Marta@Vergara.cl' });
    expect(again).toContain('Se borró el 20-11-2026 ( constancia N.º 1 )');
    expect(await shown(ErasePage, {}, { correo: 'otra@vergara.cl' })).not.toContain('Se borró el');
    expect(await shown(TrailPage, {}, { person: 'marta@vergara.cl' })).toContain(
      'borró lo que había con un correo',
    );
    expect(await shown(TrailPage, {}, { person: 'marta@vergara.cl' })).toContain(
      'Constancia N.º 1',
    );
    const inErasures = await getDb().read.all(sql`select * from erasures`);
    expect(JSON.stringify(inErasures)).not.toContain('vergara');
    expect((await rowsContaining(['marta@vergara.cl'])).join()).not.toContain('erasures');
  });

  test('is not made when there was nothing to erase', async () => {
    expect(await erase('nadie@nada.cl')).toContain('aviso=borrado');
    expect(await getDb().read.all(sql`select * from erasures`)).toEqual([]);
  });

  test('is also made for an erasure that starts from a request, one proof for each erasure', async () => {
    const first = await insertLead({ email: ANA_EMAIL });
    await insertLead({ email: ANA_EMAIL });
    const page = `/admin/leads/${first}/borrar`;
    const response = await postForm(`${page}/confirmar`, {
      form: { confirmation: ANA_EMAIL },
      cookies: eva.cookies,
    });
    expect(response.headers.get('location')).toBe('/admin/borrar/constancia/1');
    expect(await shown(ProofPage, { id: '1' })).toContain('2 mensajes.');
    await insertLead({ email: ANA_EMAIL });
    expect(await erase(ANA_EMAIL)).toBe('/admin/borrar/constancia/2');
  });

  test('is deleted one day after its retention time, not before', async () => {
    await insertLead({ email: ANA_EMAIL });
    await erase(ANA_EMAIL);
    await sweepErasures(world.now() + retentionDays.erasureProof * DAY);
    expect(await getDb().read.all(sql`select id from erasures`)).toEqual([{ id: 1 }]);
    await sweepErasures(world.now() + (retentionDays.erasureProof + 1) * DAY);
    expect(await getDb().read.all(sql`select id from erasures`)).toEqual([]);
  });
});
