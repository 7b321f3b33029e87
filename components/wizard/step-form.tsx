import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { Place } from '#lib/domain/drafts/rules.ts';
import { carriedBy } from '#lib/domain/drafts/view.ts';

type Props = {
  place: Place;
  children: ReactNode;
  files?: boolean;
};

/** A native form that works without JavaScript; `data-once` keeps a second click from sending. */
export function StepForm({ place, children, files }: Props) {
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
      <div className="mt-2">
        <Button wide>Continuar</Button>
      </div>
    </form>
  );
}
