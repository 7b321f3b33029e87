import type { Submission } from '#lib/domain/guarantees/schema.ts';

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
  leadId: number;
  source: 'api' | 'wizard';
  createdAt: number;
  answers: StoredAnswers;
  consentVersion: string;
};
