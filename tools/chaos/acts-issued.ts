import { issuedFacts } from '#tests/support/issued.ts';
import { samples } from '#tests/support/sample-files.ts';
import { leadIdOf } from '#tools/chaos/acts-inside.ts';
import { admin, type ChaosRun } from '#tools/chaos/people.ts';

// Writes about issued guarantees.
type Act = (bench: ChaosRun) => Promise<void>;
const { cookie } = admin;

/**
 * Approves a request, stores the document of its guarantee and records it, by which the request
 * becomes issued.
 */
export const recordIssued: Act = async ({ send, next, ledger, requests, issued, withOne }) =>
  withOne(requests, async (submissionId) => {
    const id = await leadIdOf(send, submissionId);
    if (id === null) return;
    const state = `state of request ${submissionId}`;
    ledger.unsure(state);
    const approved = { json: { state: 'aprobada' }, cookie };
    if (!(await send(`/api/admin/leads/${id}/state`, approved))) return;
    const form = new FormData();
    form.set('file', new Blob([samples.pdf]), 'poliza.pdf');
    const stored = await send('/api/admin/guarantees/document', { method: 'POST', form, cookie });
    if (!stored) return;
    const { documentId } = stored.body.data;
    const differenceReason = 'Así lo aceptó el mandante.';
    const facts = { ...issuedFacts, issuerNumber: `N-${next()}`, differenceReason, documentId };
    const path = `/api/admin/leads/${id}/guarantees`;
    // An act that a kill interrupted may have been done.
    const response = await send(path, { json: { ...facts, item: 0 }, cookie }, [409]);
    if (!response) return;
    const { id: guarantee } = response.body.data;
    issued.set(guarantee, submissionId);
    const sql = `select count(*) from issued_guarantees g join uploads u on u.id = g.upload_id
      join guarantee_events e on e.guarantee = g.number and e.kind = 'registrada'
      join verification_codes c on c.guarantee = g.number
      where g.id = ? and g.submission_id = ? and u.state = 'kept'`;
    ledger.sure(`guarantee ${guarantee}`, sql, [guarantee, submissionId]);
    const isIssued = `select count(*) from leads where submission_id = ? and state = 'emitida'`;
    ledger.sure(state, isIssued, [submissionId]);
  });

/** Reports a guarantee as handed over any number of times, and once as returned. */
export const sayOfIssued: Act = async ({ send, next, ledger, issued, withOne }) =>
  withOne(issued, async (id) => {
    const n = next();
    const kind = n % 3 === 0 ? 'devuelta' : 'entregada';
    if (kind === 'devuelta') issued.delete(id);
    const headers = { 'idempotency-key': `dicho-${n}` };
    const options = { json: { kind }, cookie, headers };
    if (!(await send(`/api/guarantees/issued/${id}/events`, options))) return;
    const sql = `select count(*) from guarantee_events e join issued_guarantees g on g.number = e.guarantee
      where g.id = ? and e.kind = ? and e.key = ?`;
    ledger.sure(`said ${n} of guarantee ${id}`, sql, [id, kind, `dicho-${n}`]);
  });
