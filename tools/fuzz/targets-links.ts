import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { switchCompany } from '#tests/support/companies.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { issuedFacts } from '#tests/support/issued.ts';
import { insertLead } from '#tests/support/leads.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { textFile } from '#tests/support/request-files.ts';
import { requestDocuments, sendRequestedDocuments } from '#tests/support/requested-documents.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { newCompany } from '#tools/fuzz/people.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { liveOf, type Target } from '#tools/fuzz/target.ts';
import {
  ended,
  type Fill,
  noFields,
  ofIssued,
  ofIssuedLink,
  ofOwnRequest,
  ofReceipt,
  recorded,
  type SentRequest,
} from '#tools/fuzz/things.ts';

const message = () => ({ form: { mensaje: 'Hola', envio: 'una-vista' } });
const files = (envio: string) => ({ form: { envio }, file: 'adicional' });
const accepted = async (place: FuzzWorld, { id }: SentRequest) => {
  await sendConditions(place.admin.cookies, id);
  return { form: { version: '1' } };
};

const declined = async (place: FuzzWorld, request: SentRequest) => {
  const { form } = await accepted(place, request);
  return { form: { ...form, reason: 'Es muy caro.' } };
};

const withdrawable: Fill = async (place, { submissionId }) => {
  const { cookies } = place.owner;
  const files = { adicional: [textFile('a.pdf')] };
  await sendRequestedDocuments(`/panel/solicitudes/${submissionId}`, { files }, { cookies });
  const [added] = await getDb().read.all<{ id: string }>(
    sql`select id from uploads where submission_id = ${submissionId} and added_at is not null`,
  );
  return { form: { archivo: added?.id ?? '' } };
};

const renewal = ofIssued(() => ({ action: 'renew' }));

export const linkTargets: Record<string, Target> = {
  '/recibido/{token}/pedir': async () => {
    const token = await insertLink('lead-receipt', await insertLead(), ended);
    return { form: {}, params: { token } };
  },
  '/recibido/{token}/archivos': async ({ admin: { cookies } }) => {
    const id = await insertLead();
    const [document] = await requestDocuments(id, cookies, { otros: 'Balance' });
    const token = await insertLink('lead-receipt', id);
    return { form: { envio: token }, params: { token }, file: `pedido-${document?.id}` };
  },
  '/recibido/{token}/llamada': async () => {
    const token = await insertLink(
      'lead-receipt',
      await insertLead({ kind: 'asesor', phone: '+56912345678' }),
    );
    return { form: { hora: 'en la tarde', envio: 'una-vista' }, params: { token } };
  },
  '/comprobante/{token}/pedir': ofReceipt(noFields, ended),
  '/comprobante/{token}/condiciones': ofReceipt(accepted),
  '/comprobante/{token}/no-acepto': ofReceipt(declined),
  '/comprobante/{token}/archivos': ofReceipt((_place, _request, token) => files(token)),
  '/comprobante/{token}/mensaje': ofReceipt(message),
  '/panel/solicitudes/{id}/mensaje': ofOwnRequest(message),
  '/panel/solicitudes/{id}/archivos': ofOwnRequest(() => files('una-vista')),
  '/panel/solicitudes/{id}/archivos/quitar': ofOwnRequest(withdrawable),
  '/panel/solicitudes/{id}/condiciones': ofOwnRequest(accepted),
  '/panel/solicitudes/{id}/no-acepto': ofOwnRequest(declined),
  '/panel/solicitudes/{id}/empresa': async () => {
    const { id, owner, cookies } = await newCompany();
    await switchCompany(cookies, '');
    const ofCompany = { email: owner.email, rutEmpresaOferente: '76.543.210-3' };
    const sent = await submitRequest({ ...publicBody, ...ofCompany }, { cookies });
    const { submissionId } = (await sent.json()).data;
    return { form: { empresa: id }, params: { id: String(submissionId) }, cookies };
  },
  '/v/{code}/comparar': async (place) => {
    const { path } = await liveOf('POST /api/verify/{code}/file', place);
    return { form: {}, params: path, file: 'file' };
  },
  '/panel/garantias/nueva/guardar': () => ({
    form: { ...issuedFacts, issuerNumber: randomId(), amount: '1.500.000', note: 'Original' },
    file: 'file',
  }),
  '/panel/garantias/{id}/evento': ofIssued(() => ({
    kind: 'cobrada',
    cuanto: 'parte',
    amount: '1.000',
    text: '',
    clave: randomId(),
  })),
  '/panel/garantias/{id}/codigo': renewal,
  '/admin/garantias/{id}/codigo': renewal,
  '/panel/garantias/{id}/nuevo-plazo/guardar': async (place) => ({
    form: { validTo: '31-12-2027', issuerNumber: randomId() },
    params: { id: (await recorded(place)).id },
    file: 'file',
  }),
  '/garantia/{token}/pedir': ofIssuedLink(ended),
};
