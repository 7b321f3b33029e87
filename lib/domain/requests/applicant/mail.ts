import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { filesTitle } from '#lib/domain/requests/leads/copy.ts';
import { teamMail } from '#lib/domain/requests/leads/mail.ts';
import { storedEvent } from '#lib/domain/requests/leads/schema.ts';
import { findRequested } from '#lib/domain/requests/requested-documents/reads.ts';
import { attachmentLabels } from '#lib/domain/requests/submissions/copy.ts';
import { formatSize } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { section, typedBlock } from '#lib/platform/mail/blocks.ts';
import { getAdvisorsEmail, getMail } from '#lib/platform/mail/client.ts';

export const ownRequestHandlers = {
  'lead.files-mail': async ({ leadId, eventIds }, { idempotencyKey }) => {
    const lead = await findRequested(leadId);
    const { files, messages } = await listAdded(leadId, eventIds);
    if (!lead || files.length + messages.length === 0) return;
    const { submissionId, name, email } = lead;
    const subject = submissionId === null ? 'mensaje' : `solicitud N.º ${submissionId}`;
    const arrivals = [
      ...(messages.length > 0
        ? [messages.length === 1 ? 'Mensaje' : `${messages.length} mensajes`]
        : []),
      ...(files.length > 0 ? [filesTitle({ files })] : []),
    ];
    const title = `${arrivals.join(', ')}: ${subject}`;
    const rows = files.map(({ kind, paper, fileName, size }) => ({
      label: paper ?? attachmentLabels[kind],
      value: `${fileName} (${formatSize(size)})`,
    }));
    const mail = teamMail(title, { id: leadId, name }, [
      ...messages.map(typedBlock),
      ...(rows.length > 0 ? [section({ title: 'Documentos', rows })] : []),
    ]);
    await getMail().send({ ...mail, to: getAdvisorsEmail(), replyTo: email, idempotencyKey });
  },
} satisfies Handlers;

/** Reads the files and messages of these events. Events that were erased since are left out. */
async function listAdded(leadId: number, eventIds: number[]) {
  const rows = await getDb()
    .read.select({ detail: leadEvents.detail, kind: leadEvents.kind })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.leadId, leadId),
        inArray(leadEvents.id, eventIds),
        inArray(leadEvents.kind, ['files', 'message']),
      ),
    )
    .orderBy(asc(leadEvents.id));
  const events = rows.map((row) => storedEvent.parse(row));
  return {
    files: events.flatMap((event) => (event.kind === 'files' ? event.files : [])),
    messages: events.flatMap((event) => (event.kind === 'message' ? event.text : [])),
  };
}
