import { submissionBody } from '#lib/domain/requests/submissions/schema.ts';
import type { GuaranteeRequest, StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { START } from '#tests/support/world.ts';

/** Makes a stored request from a valid body. `extra` adds attachments or replaces answers. */
export function openRequest(body: object, extra: Partial<StoredAnswers> = {}): GuaranteeRequest {
  return {
    id: 1284,
    leadId: 77,
    state: 'recibida',
    source: 'wizard',
    files: [],
    createdAt: START,
    consentVersion: '2026-11-20',
    // Contrato and adicional are the same in both variants, so the union stays whole.
    answers: { ...submissionBody.parse(body), ...extra } as StoredAnswers,
  };
}
