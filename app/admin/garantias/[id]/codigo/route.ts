import { postVerification } from '#lib/domain/issued-guarantees/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { byAdvisor, codeForm } from '#lib/http/forms/issued-guarantees.ts';

export const { GET, POST } = formRoute(byAdvisor(postVerification), codeForm);
