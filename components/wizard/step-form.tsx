import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { Place } from '#lib/domain/drafts/rules.ts';
import { carriedBy } from '#lib/domain/drafts/view.ts';

type Props = {
  place: Place;
  children: ReactNode;
  files?: boolean;
  /** An answer for the one that was typed: what is sent last counts. */
  instead?: { name: string; value: string } | null | undefined;
};

/** A native form that works without JavaScript; `data-once` keeps a second click from sending. */
export function StepForm({ place, children, files, instead }: Props) {
  return (
    <form
      method="post"
      action={`/f/gestiona-tu-garantia/${place.step}/${files ? 'archivos' : 'guardar'}${place.g ? `?g=${place.g}` : ''}`}
      encType={files ? 'multipart/form-data' : undefined}
      data-once=""
      noValidate
      className="grid gap-6"
    >
      {Object.entries(carriedBy(place)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button wide>Continuar</Button>
        {instead && (
          <Button {...instead} variant="secondary" wide>
            <span className="min-w-0 wrap-anywhere">Usar {instead.value}</span>
          </Button>
        )}
      </div>
    </form>
  );
}
