import { z } from 'zod';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { nextSteps } from '#lib/domain/requests/applicant/copy.ts';
import { getLinkedRequest, getOwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { submissionNumber } from '#lib/domain/requests/applicant/schema.ts';
import { answerTime } from '#lib/domain/requests/leads/answer-time.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { createReceipt, receiptFileName } from '#lib/domain/requests/submissions/receipt.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { pdfFile } from '#lib/platform/files/pdf.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { MadeFile } from '#lib/platform/operations/files.ts';
import { defineFile } from '#lib/platform/operations/operation.ts';

export const getReceiptPdf = defineFile({
  path: '/comprobante/{token}/pdf',
  auth: 'guest',
  limit: { name: 'receipts', points: 60, seconds: 600, per: 'address' },
  params: z.object({ token: z.string().max(100) }),
  produces: 'application/pdf',
  errors: ['share_expired'],
  summary: 'The receipt of a request as PDF',
  handler: async (ctx, { params }) => {
    const link = await findLink('receipt', params.token);
    if (!link) throw new AppError('not_found');
    if (isEnded(link, ctx.now)) throw new AppError('share_expired');
    return pdfOf(Number(link.subject), linkUrl('receipt', link.id));
  },
});

/** Serves signed-in applicants, even after all links to the receipt have ended. */
export const getOwnReceipt = defineFile({
  path: '/panel/solicitudes/{id}/comprobante',
  auth: 'signedIn',
  limit: { name: 'guarantees/receipt', points: 60, seconds: 600, per: 'account' },
  params: z.object({ id: submissionNumber }),
  produces: 'application/pdf',
  summary: 'The receipt of an own request as PDF',
  handler: async (ctx, { params }) => {
    const { submissionId } = await getOwnRequest(ctx, params.id);
    return pdfOf(submissionId, `${getEnv().appUrl}/panel/solicitudes/${submissionId}`);
  },
});

async function pdfOf(id: number, url: string): Promise<MadeFile> {
  const [request, linked] = await Promise.all([getGuaranteeRequest(id), getLinkedRequest(id)]);
  const receipt = await createReceipt(request, {
    url,
    next: nextSteps(linked, answerTime(request.createdAt), getEnv().company.issueDays),
  });
  return pdfFile(receipt, receiptFileName(id));
}
