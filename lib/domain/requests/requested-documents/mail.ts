import { findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { findKnownTender } from '#lib/domain/marketplace/reads/tenders.ts';
import { numberedNoun } from '#lib/domain/requests/leads/form-copy.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { documentsInStates } from '#lib/domain/requests/requested-documents/rules.ts';
import { requestPageLinkOf } from '#lib/domain/requests/requested-documents/view.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { guaranteeCoverRows } from '#lib/domain/requests/submissions/view.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  button,
  composeMail,
  paragraph,
  section,
  smallBlock,
  stepsBlock,
  typedBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

export const requestedHandlers = {
  /** Names the missing documents in a mail. If all have arrived by then, nothing is sent. */
  'lead.papers-mail': async ({ leadId, sender }, { idempotencyKey, now }) => {
    const lead = await findLeadWithDocuments(leadId);
    if (!lead) return skip('not_found');
    if (isDecided(lead.state)) return skip('decided');
    const missing = documentsInStates(['missing'], lead.requestedDocuments, now);
    const { kind, subject: subjectId } = requestPageLinkOf(lead);
    const link = await findMailedLink(kind, subjectId);
    if (!missing[0]) return skip('papers_in');
    if (!link) return skip('link_over');
    const titles = missing.map(({ title }) => title);
    const documentsText = titles.length === 1 ? 'un documento' : `${titles.length} documentos`;
    const missingText = titles.length === 1 ? `Falta ${documentsText}` : `Faltan ${documentsText}`;
    const title = sender ? `Te pedimos ${documentsText}` : missingText;
    const subject = `${title}: ${numberedNoun(lead.kind, subjectId)}`;
    const footer = `Recibes este correo porque escribiste a ${brand.name} con esta dirección.`;
    const url = `${linkUrl(kind, link.id)}#documentos`;
    const coverRows = lead.submissionId ? await readCoverRows(lead.submissionId) : [];
    const mail = await composeMail({ subject, title, preview: titles.join(', '), footer }, [
      paragraph(`Para seguir necesitamos esto hasta el ${formatDate(missing[0].until)}:`),
      stepsBlock('Documentos', titles),
      ...(lead.note ? [typedBlock(lead.note)] : []),
      ...(coverRows.length > 0 ? [section({ title: 'Lo que pediste', rows: coverRows })] : []),
      button('Enviar documentos', url),
      smallBlock(
        'No necesitas una cuenta. Si tienes una, lo que falte en tu carpeta queda también ahí.',
      ),
      urlAsText(url),
    ]);
    const advisor = sender ? await findAccount(sender) : null;
    const replyTo = advisor?.email ?? getEnv().mail.internalTo;
    await getMail().send({ ...mail, to: lead.email, replyTo, idempotencyKey });
  },
} satisfies DeliveryHandlers;

async function readCoverRows(submissionId: number) {
  const { answers } = await getGuaranteeRequest(submissionId);
  const tenderId = answers.sistemaLicitacion === 'privados' ? '' : (answers.idLicitacion ?? '');
  return guaranteeCoverRows(answers, (await findKnownTender(tenderId))?.value?.buyerName);
}
