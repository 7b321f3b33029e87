import { Button } from '#components/ui/button.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { inboxViewCopy, statusChoiceCopy } from '#lib/domain/inbox/copy.ts';
import { leadKindCopy } from '#lib/domain/leads/copy.ts';
import { formatDate } from '#lib/platform/format.ts';

type Advisor = { id: string; email: string; name: string | null };
type Props = { values: Record<string, string>; advisors: readonly Advisor[]; me: string };

/** A plain form: what is looked for is in the address, so that it can be kept and passed on. */
export function InboxFilters({ values, advisors, me }: Props) {
  const chips = chipsOf(values, { advisors, me });
  return (
    <search className="z-2 -mx-4 block bg-canvas px-4 py-2 lg:sticky lg:top-0">
      <form method="get" action="/admin" className="relative flex flex-wrap items-center gap-3">
        <label htmlFor="q" className="font-semibold max-lg:w-full">
          Buscar
        </label>
        <input
          id="q"
          name="q"
          type="search"
          placeholder="Nombre, correo, teléfono, RUT, empresa, licitación, mensaje"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          defaultValue={values.q}
          className="control min-h-11! min-w-0 flex-1 py-1!"
        />
        <Button compact>Buscar</Button>
        <details className="w-full lg:w-auto">
          <summary className="btn btn-secondary btn-compact w-fit">
            Filtros <Icon name="chevron" />
          </summary>
          <div className="mt-3 grid gap-4 rounded-lg border border-line bg-surface p-5 shadow-raised sm:grid-cols-2 lg:absolute lg:right-0 lg:w-2xl">
            <Choice
              name="status"
              label="Estado"
              all="Todos"
              choices={statusChoiceCopy}
              {...{ values }}
            />
            <Choice
              name="turn"
              label="A quién le toca"
              all="Todos"
              choices={turnChoices}
              {...{ values }}
            />
            <Choice name="kind" label="Tipo" all="Todos" choices={leadKindCopy} {...{ values }} />
            <Choice
              name="assigned"
              label="Quién la tiene"
              all="Cualquiera"
              choices={holdersOf({ advisors, me })}
              {...{ values }}
            />
            <Choice
              name="closing"
              label="Cierre de la licitación"
              all="Cualquiera"
              choices={closings}
              {...{ values }}
            />
            <DateField name="from" label="Llegó desde" defaultValue={values.from} />
            <DateField name="to" label="Llegó hasta" defaultValue={values.to} />
            {values.sort && <input type="hidden" name="sort" value={values.sort} />}
            <div>
              <Button>Aplicar filtros</Button>
            </div>
          </div>
        </details>
      </form>
      {chips.length > 0 && (
        <ul aria-label="Filtros puestos" className="mt-2 flex flex-wrap items-center gap-2 text-sm">
          {chips.map(({ name, label }) => (
            <li key={name}>
              <a
                href={hrefWithout(values, name)}
                className="inline-flex min-h-8 items-center gap-2 rounded-full bg-brand px-3 font-semibold text-on-brand no-underline hover:bg-brand-strong hover:text-on-brand"
              >
                <span className="sr-only">Quitar </span>
                {label}
                <span aria-hidden="true">×</span>
              </a>
            </li>
          ))}
          <li>
            <a href="/admin" className="inline-block px-1 py-1.5">
              Quitar todo
            </a>
          </li>
        </ul>
      )}
    </search>
  );
}

const { answer, issue, applicant } = inboxViewCopy;
const turnChoices = { answer, issue, applicant };
const closings = { week: 'En 7 días', open: 'Todavía no cierra' };

type People = Pick<Props, 'advisors' | 'me'>;

function holdersOf({ advisors, me }: People): Record<string, string> {
  const others = advisors
    .filter(({ id }) => id !== me)
    .map(({ id, email, name }) => [id, name ?? email]);
  return { me: 'Yo', nobody: 'Sin asignar', ...Object.fromEntries(others) };
}

/** What narrows, in words. */
function chipsOf(values: Record<string, string>, people: People) {
  const { q, from, to } = values;
  const lookUp = (choices: Record<string, string>, value: string | undefined) =>
    value === undefined ? undefined : (choices[value] ?? value);
  const holder = lookUp(holdersOf(people), values.assigned);
  const closing = lookUp(closings, values.closing);
  const chips = {
    q: q && `“${q}”`,
    status: lookUp(statusChoiceCopy, values.status),
    turn: lookUp(turnChoices, values.turn),
    kind: lookUp(leadKindCopy, values.kind),
    assigned: holder && `La tiene: ${holder}`,
    closing: closing && `Cierre: ${closing.toLowerCase()}`,
    from: from && `Desde el ${formatDate(from)}`,
    to: to && `Hasta el ${formatDate(to)}`,
  };
  return Object.entries(chips).flatMap(([name, label]) => (label ? [{ name, label }] : []));
}

function hrefWithout(values: Record<string, string>, name: string): string {
  const rest = new URLSearchParams(values);
  rest.delete(name);
  return rest.size > 0 ? `/admin?${rest}` : '/admin';
}

type ChoiceProps = {
  name: string;
  label: string;
  all: string;
  choices: Record<string, string>;
  values: Record<string, string>;
};

function Choice({ name, label, all, choices, values }: ChoiceProps) {
  const options = Object.entries(choices).map(([value, text]) => ({ value, label: text }));
  return (
    <SelectField
      name={name}
      label={label}
      placeholder={all}
      defaultValue={values[name]}
      options={options}
    />
  );
}
