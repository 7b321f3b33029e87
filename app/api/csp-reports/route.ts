import { postCspReports } from '#lib/http/csp-reports.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postCspReports);
