import { accountForms } from '#lib/http/forms/accounts.ts';
import { contactForms } from '#lib/http/forms/contact.ts';
import { documentForms } from '#lib/http/forms/documents.ts';
import { factorForms } from '#lib/http/forms/factors.ts';
import type { Form } from '#lib/http/forms/form.ts';
import { inboxForms } from '#lib/http/forms/inbox.ts';
import { issuedForms } from '#lib/http/forms/issued.ts';
import { paymentForms } from '#lib/http/forms/payments.ts';
import { requestForms } from '#lib/http/forms/requests.ts';

/** Every form of the pages, posted to `/f` and its path: `app/f` answers them all. */
export const forms: readonly Form[] = [
  ...accountForms,
  ...contactForms,
  ...documentForms,
  ...factorForms,
  ...inboxForms,
  ...issuedForms,
  ...paymentForms,
  ...requestForms,
];
