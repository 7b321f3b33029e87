import { linkedDraftForm } from '#app/_lib/linked-draft-form.ts';
import { beginAnotherLinked } from '#lib/domain/requests/applicant/begin-another.ts';
import { anotherForm } from '#lib/domain/requests/applicant/schema.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  body: anotherForm,
  ...linkedDraftForm('receipt', beginAnotherLinked),
});
