import { expect } from 'vitest';
import { findCompanyOf } from '#lib/domain/accounts/companies/reads.ts';
import { issuerKeyOf } from '#lib/domain/issued-guarantees/rules.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { now } from '#lib/platform/process/clock.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { api } from '#tests/support/call.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';

type Cookies = Record<string, string>;

/** Facts that match the guarantee of `publicBody` without a difference. */
export const issuedFacts = {
  type: 'seriedad',
  instrument: 'poliza',
  issuerName: 'Aseguradora Andes',
  issuerNumber: 'PZ-20261-88',
  holderName: 'Constructora Andes SpA',
  holderRut: '76.123.456-0',
  beneficiaryName: 'Municipalidad de Mostazal',
  beneficiaryRut: '69.265.000-K',
  amount: '1500000.5',
  currency: 'pesos',
  validFrom: '2026-12-01',
  validTo: '2027-03-01',
  glosa: 'Para garantizar la seriedad de la oferta 4809-45-LE26',
  tenderId: '4809-45-LE26',
};

/** Stores a document that waits for its record. */
export async function storeIssuedDocument(
  cookies: Cookies,
  file = { bytes: samples.pdf, name: 'Póliza.pdf' },
): Promise<string> {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(file.bytes)], file.name));
  const response = await api('/api/admin/guarantees/document', { body, cookies });
  const reply = await response.json();
  expect(reply).toMatchObject({ success: true });
  return reply.data.documentId;
}

/** Records the guarantee of a request, with a document unless the changes name one. */
export async function postIssued(cookies: Cookies, leadId: number, changes: object = {}) {
  const documentId = 'documentId' in changes ? undefined : await storeIssuedDocument(cookies);
  const json = { ...issuedFacts, item: 0, documentId, ...changes };
  const path = `/api/admin/leads/${leadId}/guarantees`;
  return api(path, { json, cookies });
}

/** Does what `record` does, and expects success. */
export async function recordIssued(cookies: Cookies, leadId: number, changes: object = {}) {
  const reply = await (await postIssued(cookies, leadId, changes)).json();
  expect(reply).toMatchObject({ success: true });
  return reply.data;
}

export const postOwn = (cookies: Cookies, changes: object = {}) =>
  api('/api/guarantees/issued', { json: { ...issuedFacts, ...changes }, cookies });

/** Does what `recordOwn` does, and expects success. */
export async function recordOwnIssued(cookies: Cookies, changes: object = {}) {
  const reply = await (await postOwn(cookies, changes)).json();
  expect(reply).toMatchObject({ success: true });
  return reply.data;
}

export const reportEvent = (cookies: Cookies, id: string, event: object, key?: string) =>
  api(`/api/guarantees/issued/${id}/events`, {
    json: event,
    cookies,
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });

export const getIssued = (cookies: Cookies, id: string) =>
  api(`/api/guarantees/issued/${id}`, { cookies });

export const readIssued = async (cookies: Cookies, id: string) =>
  (await (await getIssued(cookies, id)).json()).data;

export const listIssued = (cookies: Cookies, query = '') =>
  api(`/api/guarantees/issued${query}`, { cookies });

/**
 * Moves a request to a state as the CRM would, one minute ago, so that the applicant already sees
 * it.
 */
export const moveRequest = (leadId: number, to: RequestState) => {
  const at = now() - MINUTE;
  return getDb().write((tx) => changeRequestState(tx, { leadId, to, actor: 'crm', at, now: at }));
};

/** Makes an approved request, so that its guarantees may be recorded. */
export async function approvedRequest(body: object = publicBody) {
  const sent = await sendRequest(body);
  await moveRequest(sent.id, 'aprobada');
  return sent;
}

type Row = typeof issuedGuarantees.$inferInsert;

/** Inserts records as a company leaves them, each with its own number, and returns those. */
export async function putIssued(rows: Partial<Row>[]): Promise<number[]> {
  const values = rows.map((row, at) => {
    const id = randomId();
    const whose = { email: 'ana@constructora.cl', recordedBy: 'company' as const, actor: 'x' };
    const ruts = { holderRut: '76123456-0', beneficiaryRut: '69265000-K' };
    const facts = { ...issuedFacts, ...ruts, issuerNumber: `N-${at}`, ...row };
    return { ...whose, id, issuerKey: `${issuerKeyOf(facts)} ${id}`, createdAt: now(), ...facts };
  });
  return getDb().write(async (tx) => {
    const numbers: number[] = [];
    while (values.length > 0) {
      const some = values.splice(0, 500);
      const companies = await Promise.all(some.map(({ email }) => findCompanyOf({ email }, tx)));
      const owned = some.map((row, n) => ({ companyId: companies[n] ?? null, ...row }));
      const put = await tx.insert(issuedGuarantees).values(owned).returning();
      numbers.push(...put.map(({ number }) => number));
    }
    return numbers;
  });
}
