import { codeForm } from '#app/_lib/guarantee-forms.ts';
import { postVerification } from '#lib/domain/issued-guarantees/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf({ ...postVerification, auth: 'admin' }, codeForm);
