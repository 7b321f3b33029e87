import { DAY, DAY_SECONDS } from '#lib/platform/process/durations.ts';

/** Page where the person chooses for whom to act. */
export const SWITCH_PAGE = '/panel/cambiar';
/** Time for which an invitation can be accepted. Renewing it starts the time again. */
export const INVITATION_MS = 7 * DAY;
/** Maximum number of members, and of invitations, on one page. */
export const MEMBERS_PAGE_SIZE = 50;
/** Limits the invitations that all companies together send to one e-mail. */
export const mailboxLimit = { name: 'invitations', perIp: 10, inAll: 30, seconds: DAY_SECONDS };
/** Limits changes of one company's RUT, and the RUTs that one person gives companies. */
export const companyRutLimits = {
  ofCompany: { name: 'companies/rut', points: 3, seconds: DAY_SECONDS },
  byPerson: { name: 'companies/rut-by', points: 10, seconds: DAY_SECONDS },
};
/** Limits how often one company may ask older ones with its RUT to let it join. */
export const joinRequestLimit = { name: 'companies/ask-once', points: 1, seconds: DAY_SECONDS };
/** Limits the requests to join that all companies together send to the owners of one company. */
export const receivedJoinRequestLimit = { name: 'companies/ask', points: 10, seconds: DAY_SECONDS };
