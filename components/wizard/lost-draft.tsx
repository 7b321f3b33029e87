import { Notice } from '#components/ui/notice.tsx';

type Props = {
  reason: unknown;
  isKept: boolean;
};

export function LostDraft({ reason, isKept }: Props) {
  const notice = reason === 'vencido' || reason === 'en-otro' ? notices[reason] : null;
  if (!notice) return null;
  return (
    <div className="mb-6">
      <Notice title={notice.title}>
        <p>
          {notice.text}
          {isKept && ' Lo que acabas de escribir quedó guardado aquí, en una solicitud nueva.'}
        </p>
      </Notice>
    </div>
  );
}

const notices = {
  vencido: {
    title: 'Empezamos de nuevo',
    text: 'Tu solicitud anterior pasó 30 días sin cambios y venció.',
  },
  'en-otro': {
    title: 'Tu solicitud sigue en otro dispositivo',
    text: 'Se abrió allá con un enlace que enviamos por correo, y tiene todo lo que escribiste. Aquí se cerró; para traerla de vuelta, pide desde allá un enlace nuevo.',
  },
} as const;
