import type { ReactNode } from 'react';

type Props = { children: ReactNode; width?: keyof typeof widths };

/** `form`: one question at a time; `text`: to read; `desk`: tables of the team; `page`: others. */
export function Container({ children, width = 'page' }: Props) {
  return <div className={`mx-auto w-full px-4 sm:px-6 ${widths[width]}`}>{children}</div>;
}

const widths = {
  form: 'max-w-form',
  text: 'max-w-text',
  page: 'max-w-page',
  desk: 'max-w-desk',
} as const;
