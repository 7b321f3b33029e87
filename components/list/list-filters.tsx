import { listHref, type TableColumn } from '#components/list/list-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { CommandInput } from '#components/ui/commands.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { FieldError } from '#components/ui/field-error.tsx';
import { Form } from '#components/ui/form.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { formatDate } from '#lib/platform/chile/format.ts';
import type { Filter, Search } from '#lib/platform/operations/listing.ts';

type Props = {
  path: string;
  values: Record<string, string>;
  /** Initial values of fields that are missing in `values`. */
  defaults?: Record<string, string>;
  search: Search;
  filters?: readonly Filter[];
  /** Columns for the choice of the order on phones, where the list has no headings. */
  columns?: readonly SortColumn[];
  errors?: Record<string, string> | undefined;
  shortcuts?: readonly Shortcut[] | undefined;
};

export type Shortcut = { label: string; query: Record<string, string> };

/** Filters of a list. The form uses GET, so that a filtered list has a URL. */
export function ListFilters({
  path,
  values,
  defaults = {},
  search,
  filters = [],
  columns = [],
  errors = {},
  shortcuts = [],
}: Props) {
  const orders = columns.flatMap(ordersOf);
  const chips = [search, ...filters].flatMap((filter) => chipOf(filter, values[filter.name]));
  const ownNames = [search.name, 'sort', ...filters.map(({ name }) => name)];
  const hiddenFields = Object.entries(values).filter(([name]) => !ownNames.includes(name));
  const isWrong = filters.some(({ name }) => errors[name]);
  return (
    <search className="relative z-3 block py-2">
      <Form method="get" action={path} className="relative flex flex-wrap items-center gap-3">
        <label htmlFor={search.name} className="font-semibold max-lg:sr-only">
          {search.label}
        </label>
        <CommandInput
          command="search"
          id={search.name}
          name={search.name}
          type="search"
          placeholder={search.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          defaultValue={values[search.name]}
          className="control min-h-11! min-w-0 flex-1 py-1!"
        />
        <Button compact>Buscar</Button>
        {hiddenFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {filters.length > 0 && (
          <details className="w-full lg:w-auto" open={isWrong}>
            <summary className="btn btn-secondary btn-compact w-fit">
              Filtros <Icon name="chevron" />
            </summary>
            <div className="mt-3 grid gap-4 rounded-lg border border-line bg-surface p-5 shadow-raised sm:grid-cols-2 lg:absolute lg:right-0 lg:w-2xl">
              {filters.map((filter) => (
                <FilterField
                  key={filter.name}
                  {...filter}
                  value={values[filter.name] ?? defaults[filter.name]}
                  error={errors[filter.name]}
                />
              ))}
              {orders.length > 0 && (
                <SelectField
                  name="sort"
                  label="Orden"
                  placeholder={null}
                  defaultValue={values.sort ?? defaults.sort ?? ''}
                  options={orders}
                />
              )}
              {shortcuts.length > 0 && (
                <p className="flex flex-wrap gap-x-5 sm:col-span-2">
                  {shortcuts.map(({ label, query }) => (
                    <a
                      key={label}
                      href={hrefWith(path, { ...values, ...query })}
                      className="inline-block py-1.5"
                    >
                      {label}
                    </a>
                  ))}
                </p>
              )}
              <div className="self-end">
                <Button>Aplicar filtros</Button>
              </div>
            </div>
          </details>
        )}
      </Form>
      {errors[search.name] && <FieldError name={search.name} message={errors[search.name] ?? ''} />}
      {chips.length > 0 && (
        <ul aria-label="Filtros puestos" className="mt-2 flex flex-wrap items-center gap-2 text-sm">
          {chips.map(({ name, label }) => (
            <li key={name}>
              <a
                href={hrefWithout(path, values, name)}
                className="inline-flex min-h-8 items-center gap-2 rounded-full bg-brand px-3 font-semibold text-on-brand no-underline hover:bg-brand-strong hover:text-on-brand"
              >
                <span className="sr-only">Quitar </span>
                {label}
                <span aria-hidden="true">×</span>
              </a>
            </li>
          ))}
          <li>
            <a href={path} className="inline-block px-1 py-1.5">
              Quitar todo
            </a>
          </li>
        </ul>
      )}
    </search>
  );
}

type SortColumn = Pick<TableColumn<never>, 'label' | 'sort' | 'isRightAligned' | 'ways'>;

type FieldProps = Filter & { value: string | undefined; error: string | undefined };

function FilterField({
  name,
  label,
  choices,
  groups,
  allLabel,
  isWord,
  value = '',
  error,
}: FieldProps) {
  const field = { name, label, error, defaultValue: value };
  if (isWord) return <TextField {...field} autoComplete="off" />;
  if (!choices) return <DateField {...field} />;
  if (groups) return <SelectField {...field} {...{ groups }} placeholder={allLabel ?? 'Todos'} />;
  const options = Object.entries(choices).map(([value, label]) => ({ value, label }));
  return <SelectField {...field} {...{ options }} placeholder={allLabel ?? 'Todos'} />;
}

/** Returns the sort orders of a column with labels, the default one first. */
function ordersOf({
  label,
  sort,
  isRightAligned,
  ways = isRightAligned ? sizes : times,
}: SortColumn) {
  const orders = [
    [sort?.desc, ways[0]],
    [sort?.asc, ways[1]],
  ] as const;
  return orders.flatMap(([value, way]) =>
    value === undefined ? [] : [{ value, label: `${label}, ${way}` }],
  );
}

const sizes = ['de mayor a menor', 'de menor a mayor'] as const;
const times = ['más nuevas primero', 'más antiguas primero'] as const;

function chipOf({ name, label, ...filter }: Filter | Search, value: string | undefined) {
  if (!value) return [];
  if ('placeholder' in filter) return [{ name, label: `“${value}”` }];
  if (filter.isWord) return [{ name, label: `${filter.chip ?? label}: ${value}` }];
  const chosenLabel = filter.choices ? (filter.choices[value] ?? value) : formatDate(value);
  const prefix = filter.chip ? `${filter.chip}: ` : filter.choices ? '' : `${label} `;
  return [{ name, label: prefix + chosenLabel }];
}

/** Drops empty values, because a shortcut clears a filter by setting it to an empty text. */
function hrefWith(path: string, values: Record<string, string>): string {
  return listHref(path, Object.fromEntries(Object.entries(values).filter(([, value]) => value)));
}

function hrefWithout(path: string, values: Record<string, string>, name: string): string {
  const { [name]: _, ...otherValues } = values;
  return listHref(path, otherValues);
}
