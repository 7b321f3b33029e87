import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { SWITCH_PAGE } from '#lib/domain/accounts/companies/rules.ts';

export type ActingChoice = { id: string; name: string };

type Props = { choices: readonly ActingChoice[]; current: string | null; email: string };

/** Names for whom the person acts, and lets them act for another. */
export function ActingMenu({ choices, current, email }: Props) {
  const name = choices.find(({ id }) => id === current)?.name ?? 'tu cuenta personal';
  const others = [
    ...choices.filter(({ id }) => id !== current),
    ...(current ? [{ id: '', name: `tu cuenta personal (${email})` }] : []),
  ];
  return (
    <details className="mb-2 print:hidden">
      <summary className="inline-flex max-w-full cursor-pointer items-center gap-1.5 py-2 text-sm">
        <span className="min-w-0 wrap-anywhere">
          <span className="text-ink-soft">Actúas por</span>{' '}
          <strong className="font-semibold">{name}</strong>
        </span>
        <Icon name="chevron" className="size-4 shrink-0" />
      </summary>
      <div className="mb-4 grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-4">
        {others.map((other) => (
          <Form key={other.id} action={`${SWITCH_PAGE}/actuar`}>
            <input type="hidden" name="company" value={other.id} />
            <Button variant="secondary" compact>
              Actuar por {other.name}
            </Button>
          </Form>
        ))}
        {current && (
          <p>
            <a href="/panel/empresa" className="inline-block py-2">
              Ver la empresa
            </a>
          </p>
        )}
        <p>
          <a href="/panel/titular" className="inline-block py-2">
            Agregar otra empresa
          </a>
        </p>
      </div>
    </details>
  );
}
