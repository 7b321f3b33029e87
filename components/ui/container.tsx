import type { ReactNode } from 'react';

type Props = { children: ReactNode; width?: keyof typeof widths };

/**
 * The column of a page: `form` for one question at a time, `text` to read, `desk` for tables of the
 * team, `page` for the rest.
 */
export function Container({ children, width = 'page' }: Props) {
  return <div className={`mx-auto w-full px-4 sm:px-6 ${widths[width]}`}>{children}</div>;
}

const widths = {
  form: 'max-w-form',
  text: 'max-w-text',
  page: 'max-w-page',
  desk: 'max-w-desk',
} as const;
