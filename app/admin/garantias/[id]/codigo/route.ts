import { advisorOperation, codeForm } from '#app/_lib/guarantee-forms.ts';
import { postVerification } from '#lib/domain/issued-guarantees/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(advisorOperation(postVerification), codeForm);
