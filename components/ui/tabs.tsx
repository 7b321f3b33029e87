type Props = {
  label: string;
  tabs: readonly { href: string; label: string }[];
  current: string;
};

export function Tabs({ label, tabs, current }: Props) {
  return (
    <nav aria-label={label} className="mb-8 flex flex-wrap gap-x-6 gap-y-1 border-b border-line">
      {tabs.map(({ href, label }) => (
        <a
          key={href}
          href={href}
          aria-current={href === current ? 'page' : undefined}
          className="-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent text-ink no-underline hover:border-line-strong aria-[current]:border-copper aria-[current]:font-semibold"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
