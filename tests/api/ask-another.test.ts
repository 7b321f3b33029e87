import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import StartPage from '#app/gestiona-tu-garantia/page.tsx';
import { eraseLeads } from '#lib/domain/erasure/writes.ts';
import { endLinks } from '#lib/domain/links/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAccount, signIn } from '#tests/support/accounts.ts';
import { companyBody } from '#tests/support/auth-calls.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { linksOf } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import {
  newVisitor,
  type Visitor,
  WIZARD,
  withoutDraft,
  wizardPageAt,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

/** Presses the button at `path` in this browser and returns where it leads. */
async function press(who: Visitor, path: string, form = {}): Promise<string> {
  return withoutDraft(who.see(await postForm(`${path}/otra`, { form, cookies: who.cookies })).href);
}

async function sent(body: object) {
  const { submissionId, token } = await sendRequest(body);
  return { submissionId, path: `/comprobante/${token}` };
}

const answersOf = async (who: Visitor) => (await who.draft())?.answers;
const see = async (who: Visitor, step: string) => textOf(await stepPage(who, step));

describe('"Pedir otra garantía"', () => {
  test('copies all answers but tender, amount and dates, and names the earlier request', async () => {
    const who = newVisitor();
    const { submissionId, path } = await sent(publicBody);
    expect(await press(who, path)).toBe(`${WIZARD}/licitacion`);
    const { garantias, values, answered } = (await answersOf(who)) ?? {};
    expect(garantias).toEqual([]);
    expect(answered).toEqual([
      'tipo',
      'contacto',
      'institucion',
      'empresa',
      'garantias',
      'documentos',
    ]);
    expect(Object.keys(values ?? {}).sort()).toEqual([
      'comunaEmpresaOferente',
      'direccionEmpresaOferente',
      'email',
      'institucion',
      'nombreEmpresaOferente',
      'nombreSolicitante',
      'razonSocial',
      'regionEmpresaOferente',
      'rutEmpresaOferente',
      'rutInstitucion',
      'sistemaLicitacion',
      'telefonoSolicitante',
    ]);
    const pageText = await see(who, 'licitacion');
    expect(pageText).toContain(`los datos de tu solicitud N.º ${submissionId}`);
    for (const phrase of ['Ana Muñoz', publicBody.email, '76.123.456-0']) {
      expect(pageText).toContain(phrase);
    }
    const next = wizardPageAt(await who.save('licitacion', {}));
    expect(next.step).toBe('garantia-monto');
    expect(await textOf(await stepPage(who, 'garantia-monto', { g: next.g ?? '' }))).toContain(
      'Seriedad de la oferta',
    );
    const [item] = (await answersOf(who))?.garantias ?? [];
    const amount = { g: item?.id ?? '', montoGarantia: '500000', monedaGarantia: 'pesos' };
    expect(wizardPageAt(await who.save('garantia-monto', amount)).step).toBe('garantia-vigencia');
    const dates = { g: amount.g, vigenciaDesde: '01-12-2026', vigenciaHasta: '01-03-2027' };
    expect(wizardPageAt(await who.save('garantia-vigencia', dates)).step).toBe('revisar');
  });

  test('opens the same draft again, and a new one once that draft names a tender', async () => {
    const who = newVisitor();
    const { path } = await sent(publicBody);
    const go = async () =>
      who.see(await postForm(`${path}/otra`, { form: {}, cookies: who.cookies }));
    const first = (await go()).href;
    expect((await go()).href).toBe(first);
    await who.save('licitacion', { idLicitacion: '2401-12-LR26' });
    expect((await go()).href).not.toBe(first);
    expect((await answersOf(who))?.values).not.toHaveProperty('idLicitacion');
  });

  test('goes to the amount for a private contract, and does not copy the dates of the contract', async () => {
    const who = newVisitor();
    const next = await press(who, (await sent(privateBody)).path);
    expect(next).toContain(`${WIZARD}/garantia-monto?g=`);
    const { values } = (await answersOf(who)) ?? {};
    expect(values).toMatchObject({ emailContratista: 'luisa@montajes.cl' });
    expect(values).toMatchObject({ razonSocialMandante: 'Minera Norte S.A.' });
    // The dates are those of the earlier contract.
    expect(values).not.toHaveProperty('fechaInicioContrato');
  });

  test('copies unit and wording to a guarantee of the same kind, with the id of the new tender in the wording', async () => {
    const glosaGarantia = 'Seriedad de la oferta 4809-45-LE26';
    const [first] = publicBody.garantias;
    const like = { ...publicBody, garantias: [{ ...first, monedaGarantia: 'UF', glosaGarantia }] };
    const { path } = await sent(like);
    const wordingFor = async (tipoGarantia: string, tender: { idLicitacion?: string }) => {
      const who = newVisitor();
      await press(who, path);
      await who.save('licitacion', tender);
      await who.save('institucion', { institucion: 'Otra' });
      const g = (await answersOf(who))?.garantias[0]?.id ?? '';
      await who.save('garantia-tipo', { g, tipoGarantia });
      return (await answersOf(who))?.garantias[0];
    };
    const type = String(first?.tipoGarantia);
    expect(await wordingFor(type, { idLicitacion: '2678-1-LR25' })).toMatchObject({
      ...{ monedaGarantia: 'UF', glosaGarantia: 'Seriedad de la oferta 2678-1-LR25' },
    });
    const gap = await wordingFor(type, {});
    expect(gap?.glosaGarantia).toBe('Seriedad de la oferta [ID de la licitación]');
    expect(gap?.montoGarantia).toBeUndefined();
    expect((await wordingFor('anticipo', {}))?.glosaGarantia).toBeUndefined();
  });

  test('keeps the institution for a request without a tender, and drops it for another tender', async () => {
    const { path } = await sent(publicBody);
    const institutionWith = async (tender: { idLicitacion?: string }) => {
      const who = newVisitor();
      await press(who, path);
      await who.save('licitacion', tender);
      return (await answersOf(who))?.values.institucion;
    };
    expect(await institutionWith({})).toBe(publicBody.institucion);
    expect(await institutionWith({ idLicitacion: '2678-1-LR25' })).toBeUndefined();
  });

  test('asks for the answers that the earlier request lacks', async () => {
    const who = newVisitor();
    const { rutEmpresaOferente: _, idLicitacion: __, ...body } = publicBody;
    await press(who, (await sent(body)).path);
    await who.save('licitacion', {});
    expect(wizardPageAt(await who.save('institucion', {})).step).toBe('empresa');
    expect((await answersOf(who))?.values.nombreEmpresaOferente).toBe('Constructora Andes SpA');
  });

  test('begins a second draft beside an unfinished one', async () => {
    const who = newVisitor();
    const { path } = await sent(publicBody);
    await who.save('tipo', { sistemaLicitacion: 'privados' });
    expect(await press(who, path)).toBe(`${WIZARD}/licitacion`);
    browseAs(who.cookies);
    expect(textOf(await renderPage(StartPage, {}))).toContain('Tienes 2 borradores');
  });
});

describe('the link behind "Pedir otra garantía"', () => {
  test('begins nothing once it has ended, and leads back to the page of the request', async () => {
    const who = newVisitor();
    const { submissionId, path } = await sent(publicBody);
    await getDb().write((tx) => endLinks(tx, 'receipt', String(submissionId), world.now()));
    expect(await press(who, path)).toBe(path);
    expect(await who.draft()).toBeNull();
  });

  test('begins nothing for an erased request', async () => {
    const who = newVisitor();
    await makeAccount();
    const { submissionId, path } = await sent(publicBody);
    const erased = await postForm(`/panel/solicitudes/${submissionId}/borrar/confirmar`, {
      form: { acepto: 'true' },
      cookies: await signIn(),
    });
    expect(erased.headers.get('location')).toBe('/panel/solicitudes?aviso=borrada');
    expect(await press(who, path)).not.toContain(WIZARD);
    expect(await who.draft()).toBeNull();
  });

  test('does not count as opened when the button is pressed, and refuses what is not a valid link', async () => {
    const { submissionId, path } = await sent(publicBody);
    await press(newVisitor(), path);
    expect((await linksOf(submissionId)).map(({ openedAt }) => openedAt)).toEqual([null, null]);
    expect(await press(newVisitor(), `/comprobante/${submissionId}`)).toContain('error=');
  });
});

describe('"Pedir otra garantía" in the panel', () => {
  test('works for the account’s own requests only', async () => {
    await makeAccount();
    await makeAccount(companyBody);
    const { submissionId } = await sent(publicBody);
    const path = `/panel/solicitudes/${submissionId}`;
    const other = newVisitor();
    Object.assign(other.cookies, await signIn(companyBody));
    expect(await press(other, path)).toBe(`${path}?error=not_found`);
    expect(await press(newVisitor(), path)).toBe(`${path}?error=no_session`);
    const mine = newVisitor();
    Object.assign(mine.cookies, await signIn());
    expect(await press(mine, path)).toBe(`${WIZARD}/licitacion`);
    expect((await answersOf(mine))?.values.email).toBe(publicBody.email);
  });

  test('a draft that began from a request is deleted when the request is erased, whatever was typed since', async () => {
    const [holder, other] = [newVisitor(), newVisitor()];
    const { submissionId, path } = await sent(publicBody);
    await press(holder, path);
    await press(other, (await sent({ ...publicBody, email: 'luis@otra.cl' })).path);
    const contact = { nombreSolicitante: 'Beto', email: 'beto@otra.cl' };
    await holder.save('contacto', { ...contact, telefonoSolicitante: '+56 9 1234 5678' });
    const by = { requestId: 'r', ip: '127.0.0.1', now: world.now(), actor: 'system' };
    await getDb().write((tx) => eraseLeads(tx, by, sql`submission_id = ${submissionId}`));
    expect([await holder.draft(), (await other.draft())?.submissionId]).toEqual([null, null]);
    expect(await answersOf(other)).toMatchObject({ values: { email: 'luis@otra.cl' } });
  });
});
