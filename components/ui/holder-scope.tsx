'use client';

import { type ComponentProps, type ReactNode, use } from 'react';
import { PageHolder, useAction } from '#components/ui/page-holder.ts';
import { SWITCH_PAGE } from '#lib/domain/accounts/companies/rules.ts';

type Props = { id: string | null; isReader?: boolean; children: ReactNode };

/** Names a page's holder. The page's forms are refused once the session acts for another. */
export function HolderScope({ id, isReader = false, children }: Props) {
  return <PageHolder value={{ id, isReader }}>{children}</PageHolder>;
}

type Editors = { children: ReactNode; otherwise?: ReactNode };

/** Shows `otherwise` to readers of a company, because the server would refuse their form. */
export function EditorsOnly({ children, otherwise }: Editors) {
  return use(PageHolder).isReader ? otherwise : children;
}

/** Returns the address of the page that asks for whom to go on, and then leads back here. */
export function useSwitchPage(): () => string {
  const { id } = use(PageHolder);
  return () => {
    const query = new URLSearchParams({ de: id ?? '', next: location.pathname + location.search });
    return `${SWITCH_PAGE}?${query}`;
  };
}

/** Link to a download of the holder's things. It is refused once the session acts for another. */
export function HolderLink({ href, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} href={useAction(href)}>
      {children}
    </a>
  );
}
