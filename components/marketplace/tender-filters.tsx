import { Button } from '#components/ui/button.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tenderSearchPath } from '#lib/domain/drafts/view.ts';
import { tenderTypeGroups } from '#lib/domain/law/copy.ts';
import type { TenderFilter } from '#lib/domain/marketplace/schema.ts';

type Props = { filter: TenderFilter; draft: string | undefined };

/** Filters of the list. The form uses GET, so that a filtered list has a URL. */
export function TenderFilters({ filter, draft }: Props) {
  const isFiltered = Boolean(filter.organismo || filter.tipo || filter.cierre);
  const isNarrowed = Object.keys(filter).some((name) => name !== 'desde');
  return (
    <search>
      <form method="get" action="/licitaciones" className="grid gap-4">
        {draft && <input type="hidden" name="borrador" value={draft} />}
        <div className="grid grid-cols-2 items-end gap-4 lg:grid-cols-4">
          <div className="max-sm:col-span-2">
            <TextField
              name="q"
              label="Palabras o ID"
              type="search"
              autoComplete="off"
              maxLength={120}
              defaultValue={filter.q}
            />
          </div>
          {/* A phone shows the other fields on request, also without scripts. */}
          <input
            id="filtros"
            type="checkbox"
            defaultChecked={isFiltered}
            className="peer sr-only sm:hidden"
          />
          <label
            htmlFor="filtros"
            className="btn btn-secondary btn-compact col-span-2 w-fit cursor-pointer peer-focus-visible:outline-3 sm:hidden"
          >
            Filtros
          </label>
          <div className="contents max-sm:hidden max-sm:peer-checked:contents">
            <div className="max-sm:col-span-2">
              <TextField
                name="organismo"
                label="Organismo"
                autoComplete="off"
                maxLength={120}
                defaultValue={filter.organismo}
              />
            </div>
            <SelectField
              name="tipo"
              label="Tipo"
              placeholder="Todos"
              groups={tenderTypeGroups}
              defaultValue={filter.tipo}
            />
            <SelectField
              name="cierre"
              label="Cierre"
              placeholder="Todos"
              options={closings}
              defaultValue={filter.cierre}
            />
          </div>
        </div>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button>Buscar</Button>
          {isNarrowed && (
            <a href={tenderSearchPath(draft)} className="inline-block py-2">
              Quitar filtros
            </a>
          )}
        </p>
      </form>
    </search>
  );
}

const closings = [
  { value: '0', label: 'Hoy' },
  { value: '3', label: 'En 3 días o menos' },
  { value: '7', label: 'En 7 días o menos' },
];
