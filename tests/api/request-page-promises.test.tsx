import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { GET as pdfRoute } from '#app/comprobante/[token]/pdf/route.ts';
import SharePage from '#app/panel/documentos/compartir/page.tsx';
import LinksPage from '#app/panel/documentos/enlaces/page.tsx';
import DeletePage from '#app/panel/eliminar-cuenta/page.tsx';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { newRequestSteps } from '#lib/domain/requests/submissions/steps.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { call } from '#tests/support/call.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { addRequestFiles, textFile } from '#tests/support/request-files.ts';
import { postDocumentRequest } from '#tests/support/requested-documents.ts';
import { addDocument, createShare } from '#tests/support/shares.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

describe('the page of a request', () => {
  const show1 = async (state?: RequestState) => {
    await submitRequest(publicBody);
    const [at, actor] = [world.now() - 60_000, 'crm'];
    if (state) {
      const move = { leadId: 1, to: state, actor, at, now: at };
      await getDb().write((tx) => changeRequestState(tx, move));
    }
    const path = await getShownPath('receipt', 1);
    const token = decodeURIComponent(path.split('/').at(-1) ?? '');
    const pdf = await call(pdfRoute, `${path}/pdf`, { params: { token } });
    return { html: await renderPage(ReceiptPage, { token }), pdf: await pdf.arrayBuffer() };
  };

  test('names the next steps while the request waits', async () => {
    const { html } = await show1();
    for (const words of ['Recibimos tu solicitud', ...newRequestSteps()]) {
      expect(html).toContain(words);
    }
  });

  test('promises the first answer within the configured working hours, until it is in review', async () => {
    await world.reopen({ ABOUT_ANSWER_HOURS: '4' });
    const words =
      'Te contactamos en 4 horas hábiles o menos, a más tardar el viernes 20-11-2026 a las 16:00, por correo o teléfono';
    expect(textOf((await show1()).html)).toContain(words);
    expect((await show1('en_revision')).html).not.toContain('horas hábiles');
  });

  test('keeps the promise of an answer after the applicant adds a file, until the team acts', async () => {
    await world.reopen({ ABOUT_ANSWER_HOURS: '4' });
    const { token, id } = await sendRequest(publicBody);
    const page = async () => textOf(await renderPage(ReceiptPage, { token }));
    await addRequestFiles(token, { contrato: [textFile('Bases.pdf')] });
    expect(await page()).toContain('Te contactamos en 4 horas hábiles o menos');
    await postDocumentRequest(id, (await makeAdvisor('luis@resguardo.cl')).cookies, {
      'doc-certificado_f30': 'si',
    });
    expect(await page()).not.toContain('4 horas hábiles');
  });

  test('names Monday as the day of the answer to a request of late Friday', async () => {
    await world.reopen({ ABOUT_ANSWER_HOURS: '4' });
    world.advance(5 * HOUR);
    const { html } = await show1();
    expect(textOf(html)).toContain(
      'Te contactamos en 4 horas hábiles o menos, a más tardar el lunes 23-11-2026 a las 12:00, por correo',
    );
  });

  test.each([
    ['rechazada', 'Tu solicitud no fue aprobada', 'No pudimos aprobarla.'],
    [
      'emitida',
      'Tu garantía fue emitida',
      'Revisa que tu garantía diga lo que piden las bases o el contrato',
    ],
  ] as const)('that is %s says so, and no longer names the next steps', async (state, ...words) => {
    const { html } = await show1(state);
    for (const word of words) expect(html).toContain(word);
    for (const step of newRequestSteps()) expect(html).not.toContain(step);
  });

  test('has a shorter PDF once the request is decided', async () => {
    const { pdf: waiting } = await show1();
    const { pdf: decided } = await show1('rechazada');
    expect(decided.byteLength).toBeGreaterThan(1000);
    expect(decided.byteLength).toBeLessThan(waiting.byteLength);
  });
});

describe('a signed-in person', () => {
  let ana: Member;
  beforeEach(async () => {
    ana = await makeUser({ email: 'ana@andes.cl' });
    browseAs(ana.cookies);
  });

  test('who deletes the account reads how many documents and links go with it', async () => {
    const [first] = [await addDocument(ana.id), await addDocument(ana.id, { category: 'otros' })];
    expect((await createShare(ana, { documentKey: first.fileId })).status).toBe(200);
    const html = await renderPage(DeletePage, {});
    expect(html).toContain('<strong>2 documentos</strong>');
    expect(html).toContain('<strong>1 enlace compartido</strong>');
  });

  test('is asked to confirm before a link is closed, because it cannot be opened again', async () => {
    const { fileId } = await addDocument(ana.id);
    await createShare(ana, { documentKey: fileId });
    const html = await renderPage(LinksPage, {});
    expect(html).toMatch(/<details><summary[^>]*><span>Cerrar enlace/);
    expect(html).toMatch(/no se puede abrir otra vez\.<\/p><form[^>]*\/enlaces\/cerrar"/);
  });

  test('can share all valid documents by one box, which stays ticked when the form is refused', async () => {
    const keys: string[] = [];
    for (const category of ['otros', 'contrato']) {
      keys.push((await addDocument(ana.id, { category })).fileId ?? '');
    }
    const expiresAt = world.now() - 3 * 86_400_000;
    await addDocument(ana.id, { category: 'certificado_f30', expiresAt });
    const html = await renderPage(SharePage, {});
    expect(html).not.toContain('href="/panel/documentos/compartir?');
    const all = /name="todos"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(all.split(' ').sort()).toEqual(keys.sort());
    const form = { todos: all, [`doc-${keys[0]}`]: 'si', expiresInHours: '72', label: 'Andes' };
    const newShare = await postForm('/panel/documentos/compartir/crear', {
      form,
      cookies: ana.cookies,
    });
    expect(newShare.headers.get('location')).toMatch(/\/enlaces\?enlace=/);
    expect(await renderPage(LinksPage, {})).toContain('Andes');
    const bad = await postForm('/panel/documentos/compartir/crear', {
      form: { ...form, expiresInHours: '0' },
      cookies: ana.cookies,
    });
    const [name = '', flash = ''] = bad.headers.getSetCookie()[0]?.split(/[=;]/) ?? [];
    browseAs({ ...ana.cookies, [name]: flash });
    expect(await renderPage(SharePage, {}, { error: 'validation_failed' })).toMatch(
      /name="todos"[^>]*checked/,
    );
  });

  test('reads which valid documents do not fit in one link of 50', async () => {
    for (let n = 100; n < 152; n += 1) await addDocument(ana.id, { fileName: `Anexo-${n}.pdf` });
    const html = await renderPage(SharePage, {});
    const all = /name="todos"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(all.split(' ')).toHaveLength(50);
    const [, left = ''] =
      /En un enlace caben 50: quedan fuera (.*?) Compártelos/.exec(textOf(html)) ?? [];
    expect(left.match(/Anexo-1\d\d\.pdf/g)).toHaveLength(2);
  });
});

test('the page of a lead links back to the filtered list that it was opened from, also after an action', async () => {
  const eva = await makeAdvisor('eva@resguardo.cl');
  browseAs(eva.cookies);
  const id = await insertLead({ name: 'Andes' });
  const list = 'q=andes&status=por_atender&before=900';
  const opened = `/admin/leads/${id}?${new URLSearchParams({ lista: list })}`;
  const inbox = await renderPage(InboxPage, {}, Object.fromEntries(new URLSearchParams(list)));
  expect(inbox).toContain(`href="${opened}"`);
  const page = await renderPage(LeadPage, { id: `${id}` }, { lista: list });
  expect(page).toContain(`href="/admin?${list}#fila-${id}"`);
  const action = /formAction="(\/[^"]+atendida[^"]*)"/i.exec(page)?.[1] ?? '';
  const acted = await postForm(action, { form: { handled: 'yes' }, cookies: eva.cookies });
  const back = new URL(acted.headers.get('location') ?? '', 'http://localhost');
  expect(back.searchParams.get('lista')).toBe(list);
  expect([back.searchParams.get('aviso'), back.hash]).toEqual(['atendida', '#acciones']);
  const forged = await renderPage(
    LeadPage,
    { id: `${id}` },
    { lista: '"><script>&next=//malo.cl' },
  );
  expect(forged).toContain(`href="/admin#fila-${id}"`);
  expect(forged).not.toContain('malo.cl');
});
