import { route } from '#lib/http/api/route.ts';
import { postCspReports } from '#lib/http/server/csp-reports.ts';

export const POST = route(postCspReports);
