import { DAY, DAY_SECONDS } from '#lib/platform/process/durations.ts';

/** Page where the person chooses for whom to act. */
export const SWITCH_PAGE = '/panel/cambiar';
/** An invitation waits this long. Renewing it begins anew. */
export const INVITATION_MS = 7 * DAY;
/** Members, and invitations, on one page. */
export const PAGE = 50;
/** One mailbox gets so many invitations, whichever companies invite. */
export const mailboxLimit = { name: 'invitations', here: 10, inAll: 30, seconds: DAY_SECONDS };
/** A company gets another RUT so often, and a person gives RUTs to companies, new ones included. */
export const companyRutLimits = {
  ofCompany: { name: 'companies/rut', points: 3, seconds: DAY_SECONDS },
  byPerson: { name: 'companies/rut-by', points: 10, seconds: DAY_SECONDS },
};
/** One company asks the others so often. */
export const askOnce = { name: 'companies/ask-once', points: 1, seconds: DAY_SECONDS };
/** One company's owners are asked so often, whoever asks. */
export const askLimit = { name: 'companies/ask', points: 10, seconds: DAY_SECONDS };
