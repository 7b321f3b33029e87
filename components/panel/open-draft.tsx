import { UnbrokenText } from '#components/ui/unbroken-text.tsx';

export function OpenDraft({ draft }: { draft: { title: string; href: string } | undefined }) {
  if (!draft) return null;
  return (
    <p className="mb-4">
      <a href={draft.href} className="inline-flex min-h-11 items-center">
        {/* One flex item, because a flex container drops the spaces between its texts. */}
        <span>
          <UnbrokenText text={`Sigue con tu borrador: ${draft.title}`} />
        </span>
      </a>
    </p>
  );
}
