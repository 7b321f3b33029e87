/** The terms that the sweepers keep (lib/background/sweeper.ts), and what outlives an account. */
export function Retention() {
  return (
    <>
      <h2>Por cuánto tiempo</h2>
      <ul>
        <li>
          <strong>Solicitud sin enviar:</strong> el borrador se borra 30 días después de su último
          cambio.
        </li>
        <li>
          <strong>Archivo adjunto sin enviar la solicitud:</strong> se borra a las 24 horas o, si
          está en un borrador, junto con él.
        </li>
        <li>
          <strong>Solicitud enviada y sus archivos:</strong> mientras se gestiona y, después, el
          tiempo que la ley o el contrato exijan. Puedes pedir que los borremos antes, si nada
          obliga a guardarlos.
        </li>
        <li>
          <strong>Mensajes y pedidos de asesoría:</strong> mientras te respondemos y, después, hasta
          que nos pidas borrarlos.
        </li>
        <li>
          <strong>Reuniones:</strong> igual que el mensaje o la solicitud de que tratan o, si no nos
          escribiste, 180 días. Los avisos que nos envían la agenda y HubSpot, 180 días.
        </li>
        <li>
          <strong>Cuenta:</strong> hasta que la elimines. Si no verificas tu correo, el registro se
          borra a los 7 días.
        </li>
        <li>
          <strong>Documentos de tu cuenta:</strong> hasta que los elimines o reemplaces, también
          vencidos. Uno eliminado puede volver durante un minuto; después se borra con su archivo.
        </li>
        <li>
          <strong>Enlaces que compartiste y sus descargas:</strong> hasta 90 días después de
          terminar el enlace.
        </li>
        <li>
          <strong>Pagos:</strong> los aprobados, al menos 6 años, por las obligaciones tributarias;
          los que no se completaron y los enlaces de pago sin usar, 2 años.
        </li>
        <li>
          <strong>Sesiones:</strong> terminan tras 7 días sin uso y duran 30 como máximo.
        </li>
        <li>
          <strong>Actividad de la cuenta:</strong> 2 años. Los ingresos fallidos y las peticiones de
          cambiar la contraseña, 90 días.
        </li>
        <li>
          <strong>Códigos y enlaces:</strong> un código sirve 10 minutos y un enlace para cambiar la
          contraseña, 1 hora. Su registro se borra a más tardar un día después de vencer.
        </li>
        <li>
          <strong>Registro de los correos y de los envíos a HubSpot:</strong> 90 días. Guarda tu
          dirección solo si pediste un enlace para retomar tu solicitud. Si un correo no pudo salir,
          hasta que lo revisamos.
        </li>
      </ul>

      <h2>Si eliminas tu cuenta</h2>
      <p>
        Se borran enseguida tu perfil, tu contraseña, el identificador de Google, tus sesiones, los
        enlaces que compartiste y los códigos y enlaces pendientes. Tus documentos dejan de verse
        enseguida y sus archivos se borran en minutos. Quedan solo:
      </p>
      <ul>
        <li>
          <strong>Las solicitudes que enviaste y sus archivos,</strong> mientras la ley o el
          contrato exijan guardarlos, y los mensajes que nos escribiste.
        </li>
        <li>
          <strong>Tus pagos,</strong> por los plazos de arriba y sin tu correo ni tu nombre.
        </li>
        <li>
          <strong>La actividad y el registro de los correos,</strong> por los plazos de arriba, para
          investigar abusos. La actividad lleva un identificador al azar, sin tu nombre ni tu
          correo.
        </li>
        <li>
          <strong>El borrador que no hayas enviado,</strong> que no depende de la cuenta y se borra
          en su plazo.
        </li>
      </ul>
    </>
  );
}
