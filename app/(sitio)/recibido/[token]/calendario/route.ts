import { getCallCalendar } from '#lib/domain/requests/applicant/receipt-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getCallCalendar);
