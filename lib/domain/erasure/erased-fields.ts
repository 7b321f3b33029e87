/**
 * The content of a lead's row after its erasure. The e-mail is empty, so that no later event finds
 * the lead by e-mail.
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
