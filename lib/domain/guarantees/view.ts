import type { Submission } from '#lib/domain/guarantees/schema.ts';
import { getEnv } from '#lib/platform/env.ts';
import { idOfToken, signedToken } from '#lib/platform/secrets.ts';

/** One that this service holds, or an address of the applicant's, kept as text and never fetched. */
export type Attachment =
  | { uploadId: string; fileName: string; size: number }
  | { externalUrl: string };

type WithoutUrls<S> = S extends Submission ? Omit<S, 'contratoUrl' | 'adicionalUrl'> : never;
export type Answers = WithoutUrls<Submission>;

/** What is stored as `answers`: the validated body with its attachments resolved. */
export type StoredAnswers = Answers & { contrato?: Attachment; adicional?: Attachment };

/** A request as mails, receipt and inbox see it. Times in milliseconds since the epoch, UTC. */
export type GuaranteeRequest = {
  id: number;
  /** As the inbox lists it. */
  leadId: number;
  source: 'api' | 'wizard';
  createdAt: number;
  answers: StoredAnswers;
  consentVersion: string;
};

/** The applicant's receipt: whoever has this address may see it. */
export function receiptUrl(submissionId: number): string {
  return `${getEnv().appUrl}/comprobante/${signedToken('receipt', String(submissionId))}`;
}

export function submissionIdOfReceipt(token: string): number | null {
  const id = idOfToken('receipt', token);
  return id && /^\d{1,15}$/.test(id) ? Number(id) : null;
}
