import { getGuaranteesCsv } from '#lib/domain/issued-guarantees/admin-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getGuaranteesCsv);
