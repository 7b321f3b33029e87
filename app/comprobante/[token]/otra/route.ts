import { linkedDraftForm } from '#app/_lib/linked-draft-form.ts';
import { beginAnotherLinked } from '#lib/domain/requests/applicant/begin-another.ts';
import { anotherForm } from '#lib/domain/requests/applicant/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  body: anotherForm,
  ...linkedDraftForm('receipt', beginAnotherLinked),
});
