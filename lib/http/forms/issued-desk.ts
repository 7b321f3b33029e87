import { type Form, form } from '#lib/http/form.ts';
import { deskCodeForm } from '#lib/http/forms/issued.ts';
import { issueFields, postDeskEvent, postIssueForm } from '#lib/http/issued-desk.ts';

/** What advisors record of issued guarantees, and say of them. */
export const issuedDeskForms: Form[] = [
  form(postIssueForm, { keep: issueFields }),
  deskCodeForm,
  form(postDeskEvent, { keep: ['kind', 'on', 'amount', 'successorId', 'text'] }),
];
