import { hashToken, verifySignedToken } from '#lib/platform/security/secrets.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { type ChaosRun, member, PASSWORD } from '#tools/chaos/people.ts';

// Writes with and without a session. A write goes to the ledger only after its reply has arrived.
type Act = (bench: ChaosRun) => Promise<void>;

const pdf = (n: number) => new Blob([samples.pdf, Buffer.alloc((n % 9) * 9_000, `${n},`)]);

export const register: Act = async ({ send, next, ledger }) => {
  const email = `nueva${next()}@empresa.cl`;
  const json = { email, password: PASSWORD, role: 'natural', rut: '12.345.678-5', name: 'Ana' };
  if (!(await send('/api/auth/register', { json }))) return;
  const sql = `select count(*) from accounts a join one_time_codes c on c.account_id = a.id where email = ?`;
  ledger.sure(`registration ${email}`, sql, [email]);
};

/** Logs in, and ends every second session again. */
export const logIn: Act = async ({ send, next, ledger }) => {
  const json = { email: member.email, password: PASSWORD };
  const answer = await send('/api/auth/login', { json });
  const [, token] = /service_session=([^;]+)/.exec(answer?.headers.get('set-cookie') ?? '') ?? [];
  if (!token) return;
  const key = `session ${hashToken(token)}`;
  const sql = 'select count(*) from sessions where token_hash = ?';
  ledger.sure(key, sql, [hashToken(token)]);
  if (next() % 2 === 0) return;
  ledger.unsure(key);
  const ended = { method: 'DELETE', cookie: `service_session=${token}` };
  if (await send('/api/auth/session', ended)) ledger.sure(key, sql, [hashToken(token)], 0);
};

export const saveDraft: Act = async ({ send, next, ledger }) => {
  const sistemaLicitacion = next() % 2 ? 'chilecompra' : 'privados';
  const begun = await send('/gestiona-tu-garantia/tipo/guardar', { form: { sistemaLicitacion } });
  const [, token] = /borrador-[^=]+=([^;]+)/.exec(begun?.headers.get('set-cookie') ?? '') ?? [];
  // The cookie of a draft also contains the id of its browser.
  const [id] = verifySignedToken('draft', token)?.split('.') ?? [];
  if (!id) return;
  const sql = 'select count(*) from drafts where id = ? and answers like ?';
  ledger.sure(`draft ${id}`, sql, [id, `%${sistemaLicitacion}%`]);
};

export const submit: Act = async (bench) => {
  const n = bench.next();
  await sendRequest(bench, { ...(n % 2 ? publicBody : privateBody) }, n);
};

/** Uploads a file through the app and sends a request that contains it. */
export const submitWithFile: Act = async (bench) => {
  const n = bench.next();
  const form = new FormData();
  form.set('type', 'contrato');
  form.set('file', pdf(n), 'contrato.pdf');
  const sent = await bench.send('/api/guarantees/upload-proxy', { method: 'POST', form });
  if (sent) await sendRequest(bench, { ...publicBody, contratoUrl: sent.body.downloadUrl }, n);
};

/** Uploads a file to a presigned URL and sends a request that contains it. */
export const submitWithUpload: Act = async (bench) => {
  const n = bench.next();
  const token = (await bench.send('/api/csrf-token'))?.body.token ?? '';
  const requested = await bench.send(
    '/api/guarantees/upload-url?type=contrato&fileName=contrato.pdf&contentType=application/pdf',
    { headers: { 'x-csrf-token': token }, cookie: `csrf-token=${token}` },
  );
  if (!requested) return;
  const body = Buffer.from(await pdf(n).arrayBuffer());
  const put = await bench.send(requested.body.presignedUrl, { method: 'PUT', body });
  if (put) await sendRequest(bench, { ...publicBody, contratoUrl: requested.body.downloadUrl }, n);
};

async function sendRequest({ send, ledger, requests }: ChaosRun, body: object, n: number) {
  const email = `persona${n}@empresa.cl`;
  const headers = { 'idempotency-key': `pedido-${n}` };
  const answer = await send('/api/guarantees/public', { json: { ...body, email }, headers });
  if (!answer) return;
  const id = answer.body.data.submissionId;
  requests.set(id, email);
  ledger.sure(`request ${id}`, 'select count(*) from submissions where id = ? and email = ?', [
    id,
    email,
  ]);
  if (!('contratoUrl' in body)) return;
  const sql = `select count(*) from submissions s join uploads u
    on u.id = json_extract(s.answers, '$.contrato.uploadId') where s.id = ? and u.state = 'kept'`;
  ledger.sure(`attachment of request ${id}`, sql, [id]);
}

export const writeToUs: Act = async ({ send, next, ledger }) => {
  const correo = `contacto${next()}@empresa.cl`;
  const token = (await send('/api/csrf-token'))?.body.token ?? '';
  const json = {
    primer_nombre: 'Ana',
    correo,
    mensaje: 'Necesito una garantía.',
    csrfToken: token,
  };
  if (!(await send('/api/contact', { json, cookie: `csrf-token=${token}` }))) return;
  const sql = "select count(*) from leads where kind = 'contacto' and email = ?";
  ledger.sure(`contact ${correo}`, sql, [correo]);
};

const cookie = member.cookie;
const isKept = "select count(*) from documents where id = ? and state = 'kept'";

export const upload: Act = async ({ send, next, ledger, documents }) => {
  if (documents.size > 60) return;
  const form = new FormData();
  form.set('category', 'contrato');
  form.set('file', pdf(next()), 'contrato.pdf');
  const answer = await send('/api/documents/upload', { method: 'POST', form, cookie });
  if (!answer) return;
  const { id, fileId } = answer.body.data;
  documents.set(id, fileId);
  ledger.sure(`document ${id}`, isKept, [id]);
};

/** Deletes documents, and restores every second one. */
export const remove: Act = async ({ send, next, ledger, documents, withOne }) =>
  withOne(documents, async (id) => {
    const key = `document ${id}`;
    ledger.unsure(key);
    const which = { category: 'contrato', documentId: id };
    // A deletion without a reply may have been done.
    const removed = await send('/api/documents/delete', { json: which, cookie }, [404]);
    if (!removed) return void documents.delete(id);
    if (next() % 2 === 0) {
      documents.delete(id);
      return ledger.sure(key, isKept, [id], 0);
    }
    const json = { documentId: id };
    const restored = await send('/api/documents/restore', { json, cookie }, [404]);
    if (restored) ledger.sure(key, isKept, [id]);
    else documents.delete(id);
  });

const isOpen = 'select count(*) from share_links where id = ? and revoked_at is null';

export const share: Act = async ({ send, ledger, documents, links, withOne }) =>
  withOne(documents, async (_, documentKey) => {
    const json = { documentKey, label: 'Banco' };
    const answer = await send('/api/documents/share', { json, cookie }, [404]);
    if (!answer) return;
    const { id, shareUrl } = answer.body;
    links.set(id, shareUrl);
    ledger.sure(`link ${id}`, isOpen, [id]);
    await send(`${shareUrl}?download=1`, {}, [404, 410]);
  });

export const closeLink: Act = async ({ send, ledger, links, withOne }) =>
  withOne(links, async (id) => {
    ledger.unsure(`link ${id}`);
    links.delete(id);
    const ended = await send(`/api/documents/shares/${id}`, { method: 'DELETE', cookie });
    if (ended) ledger.sure(`link ${id}`, isOpen, [id], 0);
  });

const alerts = new Map([['alert settings', true]]);

export const setAlerts: Act = async ({ send, next, ledger, withOne }) =>
  withOne(alerts, async (key) => {
    ledger.unsure(key);
    const enabled = next() % 2 === 0;
    const sent = { method: 'PUT', json: { enabled }, cookie };
    if (!(await send('/api/documents/alerts/mails', sent))) return;
    const sql =
      'select count(*) from alert_settings where account_id = ? and mails_off_at is not null';
    ledger.sure(key, sql, [member.id], enabled ? 0 : 1);
  });
