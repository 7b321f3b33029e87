import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { CommandDetails } from '#components/ui/commands.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { inboxViewCopy } from '#lib/domain/requests/team/copy.ts';
import {
  type InboxView,
  type SavedView,
  viewNames,
  viewSearchParams,
} from '#lib/domain/requests/team/rules.ts';
import type { viewForm } from '#lib/domain/requests/team/schema.ts';

type Props = {
  /** Counts above `maxCount` are not exact. */
  counts: Record<InboxView, number>;
  maxCount: number;
  savedViews: readonly SavedView[];
  listSearchParams: string;
  errors: Record<string, string>;
  typed: Record<string, string>;
};

export function InboxViews({
  counts,
  maxCount,
  savedViews,
  listSearchParams,
  ...refusedForm
}: Props) {
  const views = viewNames.map((name) => ({
    label: inboxViewCopy[name],
    total: counts[name],
    query: viewSearchParams(name),
  }));
  return (
    <nav aria-label="Vistas" className="min-w-0">
      <ul className="flex gap-2 max-md:overflow-x-auto max-md:pr-8 max-md:[mask-image:linear-gradient(to_right,#000_calc(100%-2rem),#0000)] md:flex-wrap">
        {views.map(({ label, total, query }) => (
          <View key={label} {...{ query, label, listSearchParams }}>
            <span className="font-semibold tabular-nums">
              {total > maxCount ? `${maxCount}+` : total}
            </span>
          </View>
        ))}
        {savedViews.map(({ nombre, lista }) => (
          <View key={lista} query={lista} label={nombre} listSearchParams={listSearchParams} />
        ))}
      </ul>
      {listSearchParams && !views.some(({ query }) => query === listSearchParams) && (
        <KeepView
          view={savedViews.find(({ lista }) => lista === listSearchParams)}
          {...{ listSearchParams, ...refusedForm }}
        />
      )}
    </nav>
  );
}

type KeepProps = Pick<Props, 'listSearchParams' | 'errors' | 'typed'> & {
  view: SavedView | undefined;
};

function KeepView({ view, listSearchParams, errors, typed }: KeepProps) {
  const field = formFields<typeof viewForm>({ values: typed, errors });
  const label = view ? 'Cambiar esta vista' : 'Guardar esta vista';
  return (
    <CommandDetails commandLabel={label} open={Boolean(typed.nombre || errors.nombre)}>
      <summary className="w-fit py-1.5 text-sm">{label}</summary>
      <Form
        action={`/admin/vista?${listSearchParams}`}
        className="flex flex-wrap items-center gap-3"
      >
        <HiddenField<typeof viewForm> name="lista" value={listSearchParams} />
        <TextField
          {...field('nombre', view?.nombre)}
          label="Nombre de la vista"
          autoComplete="off"
          maxLength={40}
        />
        <Button compact>Guardar vista</Button>
        {view && (
          <Button<typeof viewForm> variant="secondary" compact name="quitar" value="si">
            Quitar vista
          </Button>
        )}
      </Form>
    </CommandDetails>
  );
}

type ViewProps = {
  query: string;
  label: string;
  listSearchParams: string;
  children?: React.ReactNode;
};

function View({ query, label, listSearchParams, children }: ViewProps) {
  return (
    <li className="shrink-0">
      <a
        href={`/admin${query && `?${query}`}`}
        aria-current={query === listSearchParams ? 'page' : undefined}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-3 text-sm lg:min-h-9 text-ink no-underline hover:border-brand aria-[current]:bg-brand-tint"
      >
        {label} {children}
      </a>
    </li>
  );
}
