import { postFactorDemand } from '#lib/domain/accounts/companies/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postFactorDemand);
