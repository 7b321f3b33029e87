'use client';

import { type ComponentProps, type ReactNode, use } from 'react';
import { PageHolder, useAction } from '#components/ui/page-holder.ts';
import { SWITCH_PAGE } from '#lib/domain/accounts/companies/rules.ts';

type Props = { id: string | null; isReader?: boolean; children: ReactNode };

/**
 * Marks a page with its account holder. Its forms are refused once the session acts for another
 * account holder.
 */
export function HolderScope({ id, isReader = false, children }: Props) {
  return <PageHolder value={{ id, isReader }}>{children}</PageHolder>;
}

type Editors = { children: ReactNode; otherwise?: ReactNode };

/** Shows `otherwise` to readers of a company, whose forms the server would refuse. */
export function EditorsOnly({ children, otherwise }: Editors) {
  return use(PageHolder).isReader ? otherwise : children;
}

/**
 * Returns a function for the URL of the page that asks for whom to continue and then returns here.
 */
export function useSwitchPage(): () => string {
  const { id } = use(PageHolder);
  return () => {
    const query = new URLSearchParams({ de: id ?? '', next: location.pathname + location.search });
    return `${SWITCH_PAGE}?${query}`;
  };
}

/**
 * A link to a download of the account holder's data. It is refused once the session acts for
 * another account holder.
 */
export function HolderLink({ href, children, ...linkAttributes }: ComponentProps<'a'>) {
  return (
    <a {...linkAttributes} href={useAction(href)}>
      {children}
    </a>
  );
}
