import { postCompanyData } from '#lib/domain/accounts/companies/operations.ts';
import { profile } from '#lib/domain/accounts/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postCompanyData, { keep: Object.keys(profile.shape) });
