import { describe, expect, test } from 'vitest';
import { AWARDED, DESERTED, PUBLISHED, REVOKED, SUSPENDED } from '#lib/domain/marketplace/rules.ts';
import { tenderLine } from '#lib/domain/requests/leads/copy.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { tenderNews } from '#lib/platform/db/schema/tenders.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeAccount, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { rowProblems, rowsContaining } from '#tests/support/erasure.ts';
import { moveRequest, postOwn, putIssued, recordIssued } from '#tests/support/issued.ts';
import { insertLeads } from '#tests/support/leads.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import {
  applicant,
  mailTenderNews,
  newsOf,
  requestAndCheckTender,
  requestForTender,
  TENDER_CODE,
  tenderMails,
  tendersForTest,
} from '#tests/support/tenders.ts';
import { unzip } from '#tests/support/unzip.ts';
import { makeCompany } from '#tests/support/vault.ts';

const tenders = tendersForTest();
const { world, look, become } = tenders;
const mail = () => mailTenderNews(world.now());
const OTHER = '3667-13-LE26';

describe('a mail about tenders', () => {
  test('tells a person everything that changed, and only once', async () => {
    await requestForTender();
    await requestForTender({ idLicitacion: OTHER, email: 'ANA@constructora.cl' });
    await requestForTender({ idLicitacion: OTHER, email: 'luis@otra.cl' });
    tenders.api.set({ tenders: [createTender(), createTender({ code: OTHER })] });
    await look();
    tenders.api.set({
      tenders: [
        createTender({ state: AWARDED, awards: [applicant] }),
        createTender({ code: OTHER, state: DESERTED }),
      ],
    });
    world.advance(DAY);
    await look();
    await mail();
    await mail();
    const sent = (await tenderMails()).sort((a, b) => (a.to < b.to ? -1 : 1));
    expect(sent.map(({ to }) => to)).toEqual(['ana@constructora.cl', 'luis@otra.cl']);
    const [only] = sent;
    expect(only).toMatchObject({
      to: 'ana@constructora.cl',
      subject: 'Novedades de tus licitaciones',
    });
    for (const part of [TENDER_CODE, OTHER, 'adjudicada a tu empresa', 'desierta', '#otra']) {
      expect(only?.text.toLowerCase()).toContain(part.toLowerCase());
    }
    expect(only?.text).toMatch(/\/comprobante\/[\w.-]+#otra/);
    expect(await rowProblems()).toEqual([]);
  });

  test('lists changes in the order in which they happened', async () => {
    const { id } = await requestAndCheckTender();
    for (const state of [SUSPENDED, PUBLISHED, REVOKED, PUBLISHED]) await become({ state });
    await mail();
    const titles = (await newsOf(id)).map((event) => tenderLine(event).title);
    expect(titles).toHaveLength(4);
    const [only] = await tenderMails();
    const sentMails = only?.text.match(new RegExp(titles.join('|'), 'gi')) ?? [];
    expect(sentMails.map((title) => title.toLowerCase())).toEqual(
      titles.map((title) => title.toLowerCase()),
    );
  });

  test('is sent at most once per day of Chile, with later changes in the next one', async () => {
    await requestAndCheckTender();
    await become({ state: SUSPENDED });
    await mail();
    await become({ state: PUBLISHED, closesAt: '2026-12-10T15:00:00' }, DAY);
    await become({ state: SUSPENDED, closesAt: '2026-12-10T15:00:00' }, DAY);
    await mail();
    await become({ state: REVOKED }, DAY);
    await mail();
    const sent = await tenderMails();
    expect(sent.map(({ sentAt }) => Math.round((sentAt - world.now()) / DAY))).toEqual([-3, -1, 0]);
    expect(sent[1]?.subject).toBe('Novedades de tus licitaciones');
    expect(sent[2]?.subject).toBe(`La licitación fue revocada: ${TENDER_CODE}`);
  });

  test('goes to a company for a guarantee that it recorded itself', async () => {
    const cookies = await makeCompany();
    expect((await postOwn(cookies, { tenderId: ` ${TENDER_CODE.toLowerCase()} ` })).status).toBe(
      200,
    );
    await look();
    await become({ state: AWARDED, awards: [applicant] });
    await become({ state: AWARDED, awards: [applicant, applicant] });
    await mail();
    const [only, ...others] = await tenderMails();
    expect(others).toEqual([]);
    expect(only?.text).toContain(`/gestiona-tu-garantia?licitacion=${TENDER_CODE}\n`);
    expect(only?.subject).toBe(`La licitación fue adjudicada a tu empresa: ${TENDER_CODE}`);
  });

  test('goes to everyone who is named in lists longer than a batch, leads before guarantees', async () => {
    await insertLeads(
      Array.from({ length: 201 }, (_, n) => ({
        kind: 'garantia' as const,
        ...{ email: `lead-${n}@obras.cl`, tenderId: TENDER_CODE },
      })),
    );
    await putIssued(
      Array.from({ length: 201 }, (_, n) => ({
        ...{ email: `dueña-${n}@obras.cl`, tenderId: TENDER_CODE },
      })),
    );
    await look();
    await become({ state: DESERTED });
    const news = await getDb().read.select().from(tenderNews);
    expect(new Set(news.map(({ leadId }) => leadId)).size).toBe(202);
    expect(new Set(news.map(({ guaranteeNumber }) => guaranteeNumber)).size).toBe(202);
    expect(news).toHaveLength(402);
  });

  test('covers a recorded guarantee only if it names another tender than its request', async () => {
    const { cookies } = await makeAdvisor();
    for (const tenderId of [TENDER_CODE, OTHER]) {
      const { id } = await requestForTender({ idLicitacion: TENDER_CODE });
      await moveRequest(id, 'aprobada');
      const facts = {
        tenderId,
        glosa: TENDER_CODE,
        issuerNumber: `PZ ${tenderId}`,
        differenceReason: 'Cambió de licitación.',
      };
      await recordIssued(cookies, id, facts);
    }
    tenders.api.set({ tenders: [createTender(), createTender({ code: OTHER })] });
    await look();
    world.advance(DAY);
    tenders.api.set({
      tenders: [createTender({ state: SUSPENDED }), createTender({ code: OTHER, state: DESERTED })],
    });
    await look();
    const news = await getDb().read.select().from(tenderNews);
    const sentMails = news.map(({ leadId, guaranteeNumber: guarantee, detail }) => [
      ...[leadId === null, guarantee === null, detail.code],
    ]);
    expect(sentMails).toEqual([
      [false, true, TENDER_CODE],
      [false, true, TENDER_CODE],
      [true, false, OTHER],
    ]);
  });
});

describe('the lines about a tender', () => {
  test('go to the CRM and into the export of a person’s data', async () => {
    await makeAccount();
    const { id } = await requestAndCheckTender();
    await become({ state: SUSPENDED });
    const notes = (await queuedDeliveries()).filter(({ kind }) => kind === 'lead.crm-note');
    expect(notes.map(({ partition }) => partition)).toEqual([`lead:${id}/crm`]);
    const response = await api('/api/account/export', {
      cookies: await signIn(),
    });
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    expect([...files.values()].join()).toContain('"what": "suspended"');
  });

  test('are deleted when the request is erased, together with a mail that waits', async () => {
    const { id } = await requestAndCheckTender();
    await become({ state: SUSPENDED });
    const advisor = await makeAdvisor();
    const erased = await api(`/api/admin/leads/${id}/erase`, {
      method: 'POST',
      cookies: advisor.cookies,
    });
    expect(erased.status).toBe(200);
    expect(await newsOf(id)).toEqual([]);
    expect(await getDb().read.select().from(tenderNews)).toEqual([]);
    expect(await rowsContaining(['ana@constructora'])).toEqual([]);
    await mail();
    expect(await tenderMails()).toEqual([]);
    expect(await rowProblems()).toEqual([]);
  });
});

test('an award is announced again only after the tender stopped, for a request and for a guarantee', async () => {
  const { id } = await requestForTender();
  await postOwn(await makeCompany(), { tenderId: TENDER_CODE });
  await look();
  const award = { state: AWARDED, awards: [applicant] };
  const closesAt = '2026-12-09T15:00:00';
  for (const more of [award, { closesAt }, award, { state: SUSPENDED }, award]) {
    await become(more);
  }
  const sentMails = ['awarded', 'closing', 'suspended', 'awarded'];
  expect((await newsOf(id)).map(({ what }) => what)).toEqual(sentMails);
  const news = await getDb().read.select().from(tenderNews).orderBy(tenderNews.id);
  const ofGuarantee = news.filter(({ guaranteeNumber: guarantee }) => guarantee !== null);
  expect(ofGuarantee.map(({ detail }) => detail.what)).toEqual(sentMails);
});
