import { Logo } from '#components/site/logo.tsx';
import { brand } from '#lib/platform/config/brand.ts';

type Props = {
  /** True if phones show only the sign of the brand, because the header has no room for its name. */
  isShort?: boolean | undefined;
};

export function HomeLink({ isShort }: Props) {
  return (
    <a
      href="/"
      aria-label={`${brand.name}, ir al inicio`}
      className="inline-flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight text-ink no-underline hover:text-brand"
    >
      <Logo />
      {isShort ? <span className="max-md:hidden">{brand.name}</span> : brand.name}
    </a>
  );
}
