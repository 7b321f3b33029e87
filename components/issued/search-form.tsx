import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type Props = { q: string; hint: string; children?: ReactNode };

export function SearchForm({ q, hint, children }: Props) {
  return (
    <form method="get" className="mb-6 flex max-w-text flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <TextField
          name="q"
          label="Buscar"
          hint={hint}
          type="search"
          autoComplete="off"
          maxLength={200}
          defaultValue={q}
        />
      </div>
      <Button variant="secondary">Buscar</Button>
      {children}
    </form>
  );
}
