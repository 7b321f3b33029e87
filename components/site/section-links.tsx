'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

export type LinkedSection = {
  href: string;
  label: string;
  /** Other paths that belong to the section. */
  also?: readonly string[];
  badge?: ReactNode;
};

/** Links to the sections of an area. Marks the current one. */
export function SectionLinks({ sections }: { sections: readonly LinkedSection[] }) {
  const path = usePathname() ?? '';
  const isUnder = (start: string) => path === start || path.startsWith(`${start}/`);
  const lengthOf = ({ href, also = [] }: LinkedSection) =>
    Math.max(...[href, ...also].map((start) => (isUnder(start) ? start.length : 0)));
  const bestLength = Math.max(...sections.map(lengthOf));
  const isCurrent = (section: LinkedSection) => bestLength > 0 && lengthOf(section) === bestLength;
  return sections.map((section) => (
    <a
      key={section.href}
      ref={isCurrent(section) ? show : undefined}
      href={section.href}
      aria-current={isCurrent(section) ? 'page' : undefined}
      className="group relative inline-flex min-h-11 items-center gap-2 whitespace-nowrap border-transparent text-ink no-underline hover:border-b-line-strong aria-[current]:border-b-copper aria-[current]:font-semibold desk:min-h-16 desk:border-y-3"
    >
      {/* Underlines only this word, even if the sections take two lines. */}
      <span className="border-y-3 border-transparent group-aria-[current]:border-b-copper desk:border-y-0">
        {section.label}
      </span>
      {section.badge}
    </a>
  ));
}

/** Scrolls the row so that a link is visible. */
function show(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (row) row.scrollLeft = link.offsetLeft - row.offsetLeft;
}
