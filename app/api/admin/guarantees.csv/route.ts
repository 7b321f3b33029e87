import { getGuaranteesCsv } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getGuaranteesCsv);
