import { postResetFactors } from '#lib/domain/factors/page-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postResetFactors);
