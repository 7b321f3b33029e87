import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CountBadge } from '#components/ui/count-badge.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { SWITCH_PAGE } from '#lib/domain/accounts/companies/rules.ts';
import type { actForForm } from '#lib/domain/accounts/companies/schema.ts';
import type { ActingAccount } from '#lib/domain/dashboard/rules.ts';

type Props = { scopes: readonly ActingAccount[]; email: string };

/** Shows for which account holder the person acts, and lets them change it. */
export function ActingMenu({ scopes, email }: Props) {
  const current = scopes.find(({ isCurrent }) => isCurrent);
  return (
    <details className="mb-2 print:hidden">
      <summary className="inline-flex max-w-full cursor-pointer items-center gap-1.5 py-2 text-sm">
        <span className="min-w-0 wrap-anywhere">
          <span className="text-ink-soft">Actúas por</span>{' '}
          <strong className="font-semibold">{current?.name}</strong>
        </span>
        <Icon name="chevron" className="size-4 shrink-0" />
      </summary>
      <div className="mb-4 grid w-fit max-w-full justify-items-start gap-3 rounded-lg border border-line bg-surface p-4">
        {scopes.map(
          ({
            isCurrent,
            id,
            name,
            urgentCount: pressing,
            guaranteesToActOn: ending,
            requests,
            duePayments: due,
          }) =>
            !isCurrent && (
              <div key={id} className="flex items-center gap-2">
                <ActFor id={id}>
                  Actuar por {name}
                  {!id && ` (${email})`}
                </ActFor>
                <CountBadge count={pressing + ending + requests + due} meaning="por atender" />
              </div>
            ),
        )}
        {current?.id && (
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

/** A button to act for the company `id` or, if it is empty, for the person. */
export function ActFor({ id, next, children }: { id: string; next?: string; children: ReactNode }) {
  return (
    <Form action={`${SWITCH_PAGE}/actuar`} next={next}>
      <HiddenField<typeof actForForm> name="company" value={id} />
      <Button variant="secondary" compact>
        <span>{children}</span>
      </Button>
    </Form>
  );
}
