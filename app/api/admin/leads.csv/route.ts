import { getLeadsCsv } from '#lib/domain/inbox/export-leads.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getLeadsCsv);
