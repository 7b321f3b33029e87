type Props = { current: (typeof tabs)[number]['href'] };

export function VaultTabs({ current }: Props) {
  return (
    <nav
      aria-label="Documentos"
      className="mb-8 flex flex-wrap gap-x-6 gap-y-1 border-b border-line"
    >
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

const tabs = [
  { href: '/panel/documentos', label: 'Carpeta' },
  { href: '/panel/documentos/enlaces', label: 'Enlaces' },
  { href: '/panel/documentos/avisos', label: 'Avisos' },
] as const;
