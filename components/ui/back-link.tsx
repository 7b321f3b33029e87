import { Icon } from '#components/ui/icon.tsx';

export function BackLink({ href, label = 'Volver' }: { href: string; label?: string }) {
  return (
    <a href={href} className="mb-4 inline-flex min-h-11 items-center gap-2 print:hidden">
      <Icon name="arrow-left" />
      {label}
    </a>
  );
}
