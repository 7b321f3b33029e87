import { sql } from 'drizzle-orm';
import { extensionFields } from '#lib/domain/issued-guarantees/receive-extension.ts';
import { ownFields } from '#lib/domain/issued-guarantees/receive-record.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { switchCompany } from '#tests/support/companies.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { issuedFacts, postOwn } from '#tests/support/issued.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { textFile } from '#tests/support/request-files.ts';
import { requestDocuments, sendRequestedDocuments } from '#tests/support/requested-documents.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { newCompany } from '#tools/fuzz/people.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { admin, type Filled, guest, liveOf, owner, type Target } from '#tools/fuzz/target.ts';

type Request = Awaited<ReturnType<typeof sendRequest>>;
type Fill = (place: FuzzWorld, request: Request, token: string) => Filled | Promise<Filled>;

const message = { form: { mensaje: 'Hola', envio: 'una-vista' } };
const files = (envio: string) => ({ form: { envio }, file: 'adicional' });
const accepted = async (place: FuzzWorld, { id }: Request) => {
  await sendConditions(place.admin.cookies, id);
  return { form: { version: '1' } };
};

const declined = async (place: FuzzWorld, request: Request) => {
  const { form } = await accepted(place, request);
  return { form: { ...form, reason: 'Es muy caro.' } };
};

/** Returns a form on the page of a request that a link opens. */
const receipt = (fill: Fill, keeps?: string[], until: Parameters<typeof insertLink>[2] = {}) =>
  guest(async (place) => {
    const request = await sendRequest(publicBody);
    const token = await insertLink('receipt', request.submissionId, until);
    return { ...(await fill(place, request, token)), params: { token } };
  }, keeps);

/** Returns a form on the page of the applicant's own request. */
const ownRequest = (fill: Fill, keeps?: string[]) =>
  owner(async (place) => {
    const request = await sendRequest({ ...publicBody, email: place.owner.email });
    return { ...(await fill(place, request, '')), params: { id: String(request.submissionId) } };
  }, keeps);

const withdrawable: Fill = async (place, { submissionId }) => {
  const { cookies } = place.owner;
  const files = { adicional: [textFile('a.pdf')] };
  await sendRequestedDocuments(`/panel/solicitudes/${submissionId}`, { files }, { cookies });
  const [added] = await getDb().read.all<{ id: string }>(
    sql`select id from uploads where submission_id = ${submissionId} and added_at is not null`,
  );
  return { form: { archivo: added?.id ?? '' } };
};

const nothing = () => ({ form: {} });
const ended = { endsAt: 1 };

const recorded = async (place: FuzzWorld) => {
  const issuedGuarantee = await postOwn(place.owner.cookies, { issuerNumber: randomId() });
  const { id, number } = (await issuedGuarantee.json()).data;
  return { id: String(id), number: Number(number) };
};

const issuedLink = (until: Parameters<typeof insertLink>[2] = {}) =>
  guest(async (place) => {
    const { number } = await recorded(place);
    return { form: {}, params: { token: await insertLink('issued', number, until) } };
  });

/** Returns a form on the page of one of the owner's issued guarantees. */
const issued =
  (form: () => Record<string, string>): Target['fill'] =>
  async (place) => ({ form: form(), params: { id: (await recorded(place)).id } });

const renewal = issued(() => ({ action: 'renew' }));

export const linkTargets: Record<string, Target> = {
  '/recibido/{token}/pedir': guest(async () => {
    const token = await insertLink('lead-receipt', await insertLead(), ended);
    return { form: {}, params: { token } };
  }),
  '/recibido/{token}/archivos': guest(async ({ admin: { cookies } }) => {
    const id = await insertLead();
    const [document] = await requestDocuments(id, cookies, { otros: 'Balance' });
    const token = await insertLink('lead-receipt', id);
    return { form: { envio: token }, params: { token }, file: `pedido-${document?.id}` };
  }),
  '/recibido/{token}/llamada': guest(async () => {
    const token = await insertLink(
      'lead-receipt',
      await insertLead({ kind: 'asesor', phone: '+56912345678' }),
    );
    return { form: { hora: 'en la tarde', envio: 'una-vista' }, params: { token } };
  }),
  '/recibido/{token}/garantia': guest(async () => ({
    form: {},
    params: { token: await insertLink('lead-receipt', await insertLead({ kind: 'asesor' })) },
  })),
  '/comprobante/{token}/pedir': receipt(nothing, [], ended),
  '/comprobante/{token}/otra': receipt(nothing),
  '/comprobante/{token}/condiciones': receipt(accepted),
  '/comprobante/{token}/no-acepto': receipt(declined, ['reason']),
  '/comprobante/{token}/anular': receipt(nothing),
  '/comprobante/{token}/archivos': receipt((_place, _request, token) => files(token)),
  '/comprobante/{token}/mensaje': receipt(() => message, ['mensaje']),
  '/panel/solicitudes/{id}/archivos': ownRequest(() => files('una-vista')),
  '/panel/solicitudes/{id}/archivos/quitar': ownRequest(withdrawable),
  '/panel/solicitudes/{id}/condiciones': ownRequest(accepted),
  '/panel/solicitudes/{id}/no-acepto': ownRequest(declined, ['reason']),
  '/panel/solicitudes/{id}/anular': ownRequest(nothing),
  '/panel/solicitudes/{id}/mensaje': ownRequest(() => message, ['mensaje']),
  '/panel/solicitudes/{id}/otra': ownRequest(nothing),
  '/panel/solicitudes/{id}/empresa': owner(async () => {
    const { id, owner, cookies } = await newCompany();
    await switchCompany(cookies, '');
    const ofCompany = { email: owner.email, rutEmpresaOferente: '76.543.210-3' };
    const sent = await submitRequest({ ...publicBody, ...ofCompany }, { cookies });
    const { submissionId } = (await sent.json()).data;
    return { form: { empresa: id }, params: { id: String(submissionId) }, cookies };
  }),
  '/panel/solicitudes/{id}/cerrar-enlaces': ownRequest(nothing),
  '/panel/solicitudes/{id}/enviar-enlace': ownRequest(nothing),
  '/v/{code}/comparar': guest(async (place) => {
    const { path } = await liveOf('POST /api/verify/{code}/file', place);
    return { form: {}, params: path, file: 'file' };
  }),
  '/panel/garantias/nueva/guardar': owner(
    () => ({
      form: { ...issuedFacts, issuerNumber: randomId(), amount: '1.500.000', note: 'Original' },
      file: 'file',
    }),
    ownFields,
  ),
  '/panel/garantias/{id}/evento': owner(
    issued(() => ({
      kind: 'cobrada',
      cuanto: 'parte',
      amount: '1.000',
      text: '',
      clave: randomId(),
    })),
    ['kind', 'cuanto', 'amount', 'text'],
  ),
  '/panel/garantias/{id}/codigo': owner(renewal),
  '/admin/garantias/{id}/codigo': admin(renewal),
  '/panel/garantias/{id}/nuevo-plazo/guardar': owner(
    async (place) => ({
      form: { validTo: '31-12-2027', issuerNumber: randomId() },
      params: { id: (await recorded(place)).id },
      file: 'file',
    }),
    extensionFields,
  ),
  '/panel/garantias/{id}/prorroga': owner(issued(() => ({}))),
  '/garantia/{token}/prorroga': issuedLink(),
  '/garantia/{token}/pedir': issuedLink(ended),
  '/garantia/{token}/solicitud': issuedLink(),
};
