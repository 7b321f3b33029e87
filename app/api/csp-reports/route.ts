import { route } from '#lib/http/api/route.ts';
import { postCspReports } from '#lib/http/server/csp-reports.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postCspReports);
