import { postVerification } from '#lib/domain/issued-guarantees/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { byAdvisor, codeForm } from '#lib/http/forms/issued.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(
  byAdvisor(postVerification),
  codeForm,
);
