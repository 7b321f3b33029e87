import { Card } from '#components/ui/card.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { WIZARD } from '#lib/domain/drafts/view.ts';

type ShownDraft = { id: string; title: string; name: string; href: string } & Record<
  'day' | 'storedIn',
  string
>;

export function DraftList({ drafts }: { drafts: readonly ShownDraft[] }) {
  return (
    <ul className="grid gap-4">
      {drafts.map(({ id, title, name, href, day, storedIn }) => (
        <li key={id}>
          <Card title={title} compact>
            {name && <p className="wrap-anywhere">{name}</p>}
            <p className="text-sm text-ink-soft">
              Último cambio: {day}. Guardado {storedIn}.
            </p>
            <div className="mt-3 flex flex-wrap items-start gap-3">
              <LinkButton
                href={href}
                variant={drafts.length === 1 ? 'primary' : 'secondary'}
                compact
              >
                Continuar<VisuallyHidden> {titleOf(title, name)}</VisuallyHidden>
              </LinkButton>
              <ConfirmButton
                verb="Borrar este borrador"
                subject={titleOf(title, name)}
                buttonStyle={{ variant: 'quiet', compact: true }}
                question="Se borran sus respuestas y sus archivos. No se puede deshacer."
                action={`${WIZARD}/borrar`}
                field={{ name: 'borrador', value: id }}
              />
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

const titleOf = (title: string, name: string) => [title, name].filter(Boolean).join(', ');
