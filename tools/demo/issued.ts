import { inDays } from '#tests/e2e/support/vault.ts';
import { issuedFacts } from '#tests/support/issued.ts';
import { call, logIn, request } from '#tools/demo/calls.ts';
import { examplePdf } from '#tools/demo/vault.ts';

type Person = { email: string; password: string };
type Demo = { url: string; company: Person; advisor: { cookie: string } };

/**
 * Adds guarantees in every state: a request with one issued and one pending, a completely issued
 * request, and guarantees that the company recorded itself.
 */
export async function addIssued({ url, company, advisor }: Demo): Promise<void> {
  const team = askerOf(url, advisor.cookie);
  const own = askerOf(url, await logIn(url, company));
  const [first] = request.garantias;
  const days = { vigenciaDesde: inDays(-20), vigenciaHasta: inDays(160) };
  const bid = { ...first, ...days };
  const glosa = 'Para garantizar el fiel y oportuno cumplimiento del contrato 4809-45-LE26';
  const bond = {
    ...bid,
    tipoGarantia: 'cumplimiento',
    montoGarantia: '18000000',
    glosaGarantia: glosa,
  };
  const send = async (garantias: object[]) => {
    const body = { ...request, email: company.email, garantias };
    const { data } = await team('/api/guarantees/public', body);
    const found = await team(`/api/admin/leads?q=${data.submissionId}&kind=garantia`);
    const lead = found.data.leads[0]?.id ?? 0;
    await team(`/api/admin/leads/${lead}/state`, { state: 'aprobada' });
    return lead;
  };
  const record = async (lead: number, facts: object) => {
    const form = new FormData();
    const bytes = new Uint8Array(await examplePdf('Póliza de garantía'));
    form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'poliza.pdf');
    const { data } = await team('/api/admin/guarantees/document', form);
    const input = { ...issuedFacts, amount: '1500000', ...facts, documentId: data.documentId };
    return team(`/api/admin/leads/${lead}/guarantees`, input);
  };
  const lasting = { validFrom: days.vigenciaDesde, validTo: days.vigenciaHasta };
  await record(await send([bid, bond]), { item: 0, issuerNumber: 'PZ-3051', ...lasting });
  await record(await send([bond]), {
    item: 0,
    type: 'cumplimiento',
    glosa,
    issuerNumber: 'PZ-3052',
    amount: '17500000',
    differenceReason: 'El contrato se firmó por un monto menor.',
    ...lasting,
    validTo: inDays(24),
  });
  const keep = async (issuerNumber: string, end: number, changes: object = {}) => {
    const facts = {
      ...issuedFacts,
      amount: '850',
      currency: 'UF',
      instrument: 'boleta',
      issuerNumber,
    };
    const dates = { validFrom: inDays(end - 200), validTo: inDays(end) };
    const issuedGuarantee = await own('/api/guarantees/issued', { ...facts, ...dates, ...changes });
    return String(issuedGuarantee.data.id);
  };
  const say = (id: string, event: object) => own(`/api/guarantees/issued/${id}/events`, event);
  await keep('B-7001', -12);
  await say(await keep('B-7002', 80), { kind: 'entregada', text: 'En oficina de partes' });
  await say(await keep('B-7003', -40), { kind: 'devuelta' });
  await say(await keep('B-7004', 30), { kind: 'cobrada', amount: '300' });
  await say(await keep('B-7005', 200), { kind: 'anulada', text: 'Se anotó dos veces' });
  const successorId = await keep('B-7007', 300, { validFrom: inDays(21) });
  await say(await keep('B-7006', 20), { kind: 'prorrogada', successorId });
}

type Reply = {
  data: { id: string; submissionId: number; documentId: string; leads: { id: number }[] };
};

function askerOf(url: string, cookie: string) {
  return async (path: string, body?: object): Promise<Reply> =>
    (await call(`${url}${path}`, body, cookie)).json();
}
