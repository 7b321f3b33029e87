import { networkText } from '#components/panel/network-text.ts';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type OwnSession = {
  id: string;
  device: string;
  place: string;
  createdAt: number;
  seenAt: number;
  current: boolean;
};

export function SessionsSection({ sessions }: { sessions: readonly OwnSession[] }) {
  const sorted = [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <div id="sesiones">
      <Card title="Sesiones abiertas">
        <p>Si no reconoces una, ciérrala y cambia tu contraseña.</p>
        <ul className="mt-4 border-t border-line">
          {sorted.map((session) => (
            <SessionRow key={session.id} {...session} />
          ))}
        </ul>
        <p className="mt-3">
          <a href="/panel/ingresos" className="inline-block py-2">
            Ver tus ingresos
          </a>
        </p>
        {sessions.length > 1 && (
          <Form action="/panel/perfil/sesiones/cerrar-otras" className="mt-5">
            <Button variant="secondary" wide>
              Cerrar todas las demás
            </Button>
          </Form>
        )}
      </Card>
    </div>
  );
}

function SessionRow({ id, device, place, createdAt, seenAt, current }: OwnSession) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device}
          {current && <Tag tone="success">Este dispositivo</Tag>}
        </p>
        <p className="text-sm text-ink-soft">
          Desde {formatDateTime(createdAt)}, {networkText(place)}
          <br />
          Último uso: {formatDateTime(seenAt)}
        </p>
      </div>
      {!current && (
        <Form action="/panel/perfil/sesiones/cerrar">
          <input type="hidden" name="id" value={id} />
          <Button variant="secondary" compact>
            Cerrar<VisuallyHidden> la sesión de {device}</VisuallyHidden>
          </Button>
        </Form>
      )}
    </li>
  );
}
