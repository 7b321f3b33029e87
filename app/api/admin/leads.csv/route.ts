import { getLeadsCsv } from '#lib/domain/requests/team/export-leads.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getLeadsCsv);
