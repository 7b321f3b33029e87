import type { ErasedCounts } from '#lib/domain/erasure/view.ts';

type CountName = keyof ErasedCounts;

const nouns: Record<CountName, readonly [one: string, many: string]> = {
  requests: ['solicitud, con sus archivos', 'solicitudes, con sus archivos'],
  messages: ['mensaje', 'mensajes'],
  guarantees: ['garantía emitida, con su documento', 'garantías emitidas, con sus documentos'],
  meetings: ['reunión', 'reuniones'],
  drafts: ['borrador', 'borradores'],
  paymentRequests: ['pago solicitado y sin pagar', 'pagos solicitados y sin pagar'],
  mails: ['dirección en el registro de correos', 'direcciones en el registro de correos'],
  traces: ['enlace o aviso con su correo', 'enlaces o avisos con su correo'],
  companyRequests: ['solicitud de una empresa', 'solicitudes de una empresa'],
  payments: ['pago', 'pagos'],
};

const keptNames = ['companyRequests', 'payments'] as const satisfies CountName[];

function countedNoun(name: CountName, count: number): string {
  return `${count.toLocaleString('es-CL')} ${nouns[name][count === 1 ? 0 : 1]}`;
}

export function erasedLines(counts: ErasedCounts): string[] {
  return Object.keys(nouns).flatMap((key) => {
    const name = key as CountName; // Object.keys widens the keys to string
    const isKept = keptNames.some((other) => other === name);
    return isKept || counts[name] === 0 ? [] : [countedNoun(name, counts[name])];
  });
}

export function keptLines({ companyRequests, payments, ...counts }: ErasedCounts): string[] {
  const { requests, messages } = counts;
  return [
    ...(requests + messages > 0
      ? [
          'De cada solicitud o mensaje, su número, tipo, estado y fechas, para que las cuentas cuadren',
        ]
      : []),
    ...(companyRequests > 0
      ? [
          `${countedNoun('companyRequests', companyRequests)}, sin su nombre ni su correo: son de ella`,
        ]
      : []),
    ...(payments > 0
      ? [
          `De ${countedNoun('payments', payments)}, la orden, el monto y las fechas: lo pide la ley tributaria`,
        ]
      : []),
    'La auditoría, sin su nombre ni su correo: prueba quién hizo qué',
  ];
}
