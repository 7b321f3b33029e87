/**
 * The content of a lead's row after its erasure. The e-mail is empty, so that later events find no
 * erased lead.
 */
export const erasedFields = {
  name: '',
  email: '',
  phone: null,
  rut: null,
  company: null,
  tenderId: null,
  unansweredSince: null,
  dueAt: null,
  about: null,
  tenderWords: null,
  answers: {},
  crmContactId: null,
  crmDealId: null,
  crmContact: null,
  consentIp: '',
  httpRequestId: '',
  idempotencyKey: null,
  bodyHash: null,
};
