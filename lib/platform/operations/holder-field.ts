/** Query parameter of forms and links: the account holder for which their page was shown. */
export const HOLDER_FIELD = 'titular';
