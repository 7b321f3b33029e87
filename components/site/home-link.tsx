import { Logo } from '#components/site/logo.tsx';
import { brand } from '#lib/platform/config/brand.ts';

export function HomeLink() {
  return (
    <a
      href="/"
      aria-label={`${brand.name}, ir al inicio`}
      className="inline-flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight text-ink no-underline hover:text-brand"
    >
      <Logo />
      {brand.name}
    </a>
  );
}
