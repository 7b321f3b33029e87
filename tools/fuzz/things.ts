import { randomId } from '#lib/platform/security/ids.ts';
import { postOwn } from '#tests/support/issued.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { newCompany } from '#tools/fuzz/people.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { type Filled, liveOf, type Target } from '#tools/fuzz/target.ts';

export type SentRequest = Awaited<ReturnType<typeof sendRequest>>;
export type Fill = (
  place: FuzzWorld,
  request: SentRequest,
  token: string,
) => Filled | Promise<Filled>;
type Until = Parameters<typeof insertLink>[2];

export const noFields = () => ({ form: {} });
export const ended = { endsAt: 1 };

/** Returns a form on the page of a request that a link opens. */
export const ofReceipt =
  (fill: Fill, until: Until = {}): Target =>
  async (place) => {
    const request = await sendRequest(publicBody);
    const token = await insertLink('receipt', request.submissionId, until);
    return { ...(await fill(place, request, token)), params: { token } };
  };

/** Returns a form on the page of the applicant's own request. */
export const ofOwnRequest =
  (fill: Fill): Target =>
  async (place) => {
    const request = await sendRequest({ ...publicBody, email: place.owner.email });
    return { ...(await fill(place, request, '')), params: { id: String(request.submissionId) } };
  };

/** Makes a record of an issued guarantee of the owner. */
export async function recorded(place: FuzzWorld): Promise<{ id: string; number: number }> {
  const issuedGuarantee = await postOwn(place.owner.cookies, { issuerNumber: randomId() });
  const { id, number } = (await issuedGuarantee.json()).data;
  return { id: String(id), number: Number(number) };
}

export const ofIssuedLink =
  (until: Until = {}): Target =>
  async (place) => {
    const { number } = await recorded(place);
    return { form: {}, params: { token: await insertLink('issued', number, until) } };
  };

/** Returns a form on the page of one of the owner's issued guarantees. */
export const ofIssued =
  (form: () => Record<string, string>): Target =>
  async (place) => ({ form: form(), params: { id: (await recorded(place)).id } });

type Company = Awaited<ReturnType<typeof newCompany>>;

/** Returns a form of the owner of a new company. */
export const ofCompany =
  (form: (company: Company) => Record<string, string>): Target =>
  async () => {
    const company = await newCompany();
    return { form: form(company), cookies: company.cookies };
  };

/** Returns a form about what an API operation names in its path. */
const ofOperation =
  (operation: string): Target =>
  async (place) => ({ form: {}, params: (await liveOf(operation, place)).path });

/**
 * Makes what the path of a form names, by the beginning of the path. The forms of a new page below
 * these need nothing more if the examples of their fields fit.
 */
export const things: Record<string, Target> = {
  '/admin/entregas/{id}/': ofOperation('POST /api/admin/deliveries/{id}/resend'),
  '/admin/garantias/{id}/': ofIssued(() => ({})),
  '/admin/leads/{id}/': ofOperation('POST /api/admin/leads/{id}/conditions'),
  '/admin/pagos/pedidos/{id}/': ofOperation('POST /api/admin/payment-requests/{id}/cancel'),
  '/admin/pagos/{buyOrder}/': ofOperation('POST /api/payments/{buyOrder}/refund'),
  '/comprobante/{token}/': ofReceipt(noFields),
  '/garantia/{token}/': ofIssuedLink(),
  '/panel/empresa/': ofCompany(() => ({})),
  '/panel/garantias/{id}/': ofIssued(() => ({})),
  '/panel/solicitudes/{id}/': ofOwnRequest(noFields),
  '/recibido/{token}/': async () => ({
    form: {},
    params: { token: await insertLink('lead-receipt', await insertLead({ kind: 'asesor' })) },
  }),
};
