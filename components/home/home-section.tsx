import type { ReactNode } from 'react';
import { Container } from '#components/ui/container.tsx';

type Props = {
  id: string;
  title: string;
  intro?: string;
  raised?: boolean;
  isWide?: boolean;
  children: ReactNode;
};

export function HomeSection({ id, title, intro, raised, isWide, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`py-14 sm:py-20 ${raised ? 'border-y border-line bg-surface' : ''}`.trim()}
    >
      <Container>
        <div className={isWide ? 'lg:grid lg:grid-cols-[1fr_2fr] lg:gap-12' : undefined}>
          <div>
            <h2 id={`${id}-title`} className="text-2xl">
              {title}
            </h2>
            {intro && <p className="mt-3 max-w-text text-lg text-ink-soft">{intro}</p>}
          </div>
          <div className={isWide ? 'mt-8 lg:mt-0' : 'mt-8 sm:mt-10'}>{children}</div>
        </div>
      </Container>
    </section>
  );
}
