import { route } from '#lib/http/api/route.ts';
import { postCspReports } from '#lib/http/site/csp-reports.ts';

export const POST = route(postCspReports);
