import { sessionSlidingMs } from '#lib/domain/accounts/rules.ts';
import { LINK_DAYS } from '#lib/domain/links/rules.ts';
import { retentionText } from '#lib/domain/privacy/rules.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/**
 * Lists the retention periods that lib/background/sweeper.ts applies, and what outlives an account.
 */
export function Retention() {
  const sessionDays = sessionSlidingMs() / DAY;
  return (
    <>
      <h2>Por cuánto tiempo</h2>
      <ul>
        <li>
          <strong>Solicitud sin enviar:</strong> {retentionText('draft')} desde su último cambio.
        </li>
        <li>
          <strong>Archivo adjunto sin enviar la solicitud:</strong> se borra a las{' '}
          {retentionText('pendingUpload')} o, si está en un borrador, junto con él.
        </li>
        <li>
          <strong>Solicitud enviada y sus archivos:</strong> {retentionText('request')} desde su
          último cambio de estado. Si la garantía se emitió, {retentionText('issuedRequest')} desde
          entonces, con su registro, y en todo caso hasta que termine su vigencia. Puedes borrarlos
          antes.
        </li>
        <li>
          <strong>Mensajes y pedidos de asesoría:</strong> {retentionText('message')} desde que
          llegan, o hasta que nos pidas borrarlos.
        </li>
        <li>
          <strong>Reuniones:</strong> igual que el mensaje o la solicitud de que tratan o, si no nos
          escribiste, {retentionText('booking')}. Los avisos que nos envían la agenda, HubSpot y el
          proveedor de correo, {retentionText('webhookEvent')}.
        </li>
        <li>
          <strong>Cuenta:</strong> hasta que la elimines. Si no verificas tu correo, el registro se
          borra a los {retentionText('unverifiedAccount')}. Si cambias tu correo, guardamos el
          anterior {retentionText('formerEmail')}, por si hay que deshacer el cambio. Una invitación
          a una empresa que nadie acepta, {retentionText('invitation')} después de vencer.
        </li>
        <li>
          <strong>Documentos y garantías que agregas:</strong> hasta que los elimines, también
          vencidos, con sus versiones anteriores. Uno eliminado puede volver por un minuto.
        </li>
        <li>
          <strong>Enlaces que compartiste, para quién y sus descargas:</strong> hasta{' '}
          {retentionText('shareLink')} después de terminar el enlace.
        </li>
        <li>
          <strong>Pagos:</strong> los aprobados, {retentionText('payment')}, por las obligaciones
          tributarias; después quedan solo la orden, el monto, las fechas y los códigos de
          Transbank. Los que no se completaron y los enlaces de pago sin usar,{' '}
          {retentionText('unpaidPayment')}.
        </li>
        <li>
          <strong>Sesiones:</strong> terminan tras{' '}
          {sessionDays === 1 ? 'un día' : `${sessionDays} días`} sin uso y duran 30 como máximo.
        </li>
        <li>
          <strong>Actividad de la cuenta:</strong> {retentionText('auditEvent')}. Los ingresos
          fallidos y las peticiones de cambiar la contraseña, {retentionText('refusal')}.
        </li>
        <li>
          <strong>Enlaces a lo que nos envías:</strong> el de tu comprobante o mensaje sirve{' '}
          {LINK_DAYS.receipt} días; los de sus archivos, 30; el de un borrador, {LINK_DAYS.resume}.
          Guardamos cuándo se abrieron y una huella irreconocible de la dirección que los recibió,
          hasta {retentionText('link')} después de terminar.
        </li>
        <li>
          <strong>Códigos y enlaces de tu cuenta:</strong> un código sirve 10 minutos y un enlace
          para cambiar la contraseña, 1 hora. Su registro se borra un día después.
        </li>
        <li>
          <strong>Registro de los correos y de los envíos a HubSpot:</strong>{' '}
          {retentionText('delivery')}. Guarda la dirección a la que fue cada correo y su texto, sin
          códigos ni el final de sus enlaces, hasta que pidas borrar tus datos. Cuando los borras,
          la dirección espera hasta cinco minutos después de que HubSpot la borra. Si un correo no
          pudo salir, queda hasta que lo revisamos.
        </li>
        <li>
          <strong>Constancia de que borramos tus datos:</strong> {retentionText('erasureProof')},
          con cuánto se borró y una huella irreconocible de tu correo, para responderte si lo
          preguntas.
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
          <strong>Las solicitudes y los mensajes que enviaste,</strong> con sus archivos, por los
          plazos de arriba, si no marcas que los borremos también.
        </li>
        <li>
          <strong>Tus pagos,</strong> solo la orden, el monto, las fechas y los códigos de
          Transbank, por los plazos de arriba. Los enlaces de pago que te enviamos terminan.
        </li>
        <li>
          <strong>La actividad y el registro de los correos,</strong> por los plazos de arriba, para
          investigar abusos. La actividad lleva un identificador al azar, sin tu nombre ni tu
          correo.
        </li>
        <li>
          <strong>El borrador que no hayas enviado,</strong> que no depende de la cuenta y se borra
          en su plazo, o enseguida si marcas que borremos lo demás.
        </li>
      </ul>

      <h2>Si borras lo que enviaste</h2>
      <p>
        Desaparecen enseguida tus respuestas, lo que el equipo anotó, las reuniones y los correos
        que no habían salido; los archivos, en menos de una hora; el contacto en HubSpot, cuando
        HubSpot responde. De cada solicitud o mensaje quedan un número, su tipo, su estado y sus
        fechas, sin nada que diga de quién era. Las copias de respaldo los contienen hasta que se
        reemplazan.
      </p>
    </>
  );
}
