import type { ReactNode } from 'react';

type Props = { children: ReactNode; width?: keyof typeof widths };

/**
 * Centres its content, with gutters of 16, 24 or 32 px. `form` is for one question, `text` for
 * reading, `desk` for the team's tables.
 */
export function Container({ children, width = 'page' }: Props) {
  return <div className={`mx-auto w-full px-4 sm:px-6 lg:px-8 ${widths[width]}`}>{children}</div>;
}

const widths = {
  form: 'max-w-form',
  text: 'max-w-text',
  page: 'max-w-page',
  desk: 'max-w-desk',
} as const;
