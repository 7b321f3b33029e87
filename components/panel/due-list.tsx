import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { DueItem } from '#lib/domain/dashboard/view.ts';

type Props = { title: string; items: readonly DueItem[]; empty?: ReactNode; maxShown?: number };

export function DueList({ title, ...list }: Props) {
  return (
    <Card title={title}>
      <DueItems {...list} />
    </Card>
  );
}

export function DueItems({ items, empty, maxShown = 8 }: Omit<Props, 'title'>) {
  const [shownItems, foldedItems] = [items.slice(0, maxShown), items.slice(maxShown)];
  return (
    <>
      {items.length === 0 && empty}
      <DueRows items={shownItems} />
      {foldedItems.length > 0 && (
        <details>
          <summary className="cursor-pointer pt-3 font-semibold">
            Ver {foldedItems.length} más
          </summary>
          <DueRows items={foldedItems} />
        </details>
      )}
    </>
  );
}

function DueRows({ items }: { items: readonly DueItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li
          key={`${item.href} ${item.detail}`}
          className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 border-b border-line pt-2 sm:gap-x-4 sm:py-3 first:pt-0 last:border-b-0 sm:last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
        >
          <Icon {...toneIcons[item.tone]} />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">
              <a href={item.href}>{item.title}</a>
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              <UnbrokenText text={item.detail} />
            </p>
            {!item.formPath && (
              <a
                href={item.href}
                className="flex min-h-11 w-fit items-center text-sm font-semibold sm:hidden"
              >
                <Action {...item} />
              </a>
            )}
          </div>
          {item.formPath ? (
            <EditorsOnly>
              <Form action={item.formPath} className="max-sm:col-start-2 max-sm:py-2">
                <Button variant="secondary" compact>
                  <span>
                    <Action {...item} />
                  </span>
                </Button>
              </Form>
            </EditorsOnly>
          ) : (
            <div className="hidden sm:block">
              <LinkButton href={item.href} variant="secondary" compact>
                <Action {...item} />
              </LinkButton>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Action({ action, title }: DueItem) {
  return (
    <>
      <EditorsOnly otherwise="Ver">{action}</EditorsOnly>
      <VisuallyHidden> {title}</VisuallyHidden>
    </>
  );
}

const toneIcons = {
  danger: { name: 'alert', className: 'size-6 text-danger' },
  warning: { name: 'clock', className: 'size-6 text-warning' },
  info: { name: 'info', className: 'size-6 text-brand' },
  calm: { name: 'check', className: 'size-6 text-success' },
} as const;
