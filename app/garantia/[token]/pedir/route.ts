import { postResendGuaranteeLink } from '#lib/domain/links/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postResendGuaranteeLink);
