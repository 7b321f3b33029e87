/** Query of an address: the holder of the page on which its form or link stands. */
export const HOLDER_FIELD = 'titular';
