/** Lists which data we keep: of requests and messages, of an account and of a vault. */
export function KeptData() {
  return (
    <>
      <h2>Qué datos pedimos</h2>
      <p>Solo los que hacen falta para atender una solicitud de garantía:</p>
      <ul>
        <li>
          <strong>Tuyos:</strong> nombre, correo y teléfono.
        </li>
        <li>
          <strong>De la empresa y del contrato:</strong> razón social, RUT, dirección, ID de la
          licitación o datos del mandante, y las garantías que pides.
        </li>
        <li>
          <strong>De otras personas que nombres:</strong> contacto de la contratista o del mandante,
          si los agregas. Cuéntales que nos diste sus datos.
        </li>
        <li>
          <strong>Archivos:</strong> las bases, el contrato u otros que decidas adjuntar.
        </li>
        <li>
          <strong>Técnicos:</strong> fecha, hora y dirección IP de lo que envías o aceptas, y la
          versión de este texto o de las condiciones que aceptas.
        </li>
      </ul>
      <p>
        Si nos escribes desde contacto, asesoría o la guía para contratistas, guardamos tu nombre,
        tu correo, lo que agregues (apellido, teléfono, RUT, a qué te dedicas, la garantía que
        buscas y tu mensaje) y los mismos datos técnicos. La calculadora no guarda lo que preguntas.
      </p>
      <p>
        Mientras te atendemos anotamos en qué está tu solicitud o mensaje, quién la tiene, lo que te
        respondemos y las notas del equipo.
      </p>
      <p>
        De una garantía emitida guardamos lo que dice y su documento. Quien tenga su código de
        verificación ve quién la emitió, para quién, el monto, la vigencia, el tomador, con su RUT
        tapado, y su estado; puedes cerrar el código.
      </p>
      <p>
        Si pagas, guardamos el monto, el detalle, la fecha, el estado, el código de autorización, el
        tipo de pago, las cuotas y los últimos cuatro dígitos de la tarjeta; nunca su número
        completo.
      </p>
      <p>
        No pedimos datos sensibles, como los de salud o creencias: quítalos de los archivos que
        adjuntes.
      </p>

      <h2>Si creas una cuenta</h2>
      <p>Puedes pedir una garantía sin cuenta. Si creas una, también guardamos:</p>
      <ul>
        <li>
          <strong>Tu perfil:</strong> correo, tipo de cuenta, RUT, nombre o razón social y, si los
          agregas, teléfono, dirección, región y comuna. También el origen del registro, si quien te
          trajo lo indica.
        </li>
        <li>
          <strong>Tu contraseña:</strong> solo como un resumen irreversible (argon2id), que nadie
          puede leer.
        </li>
        <li>
          <strong>Tu aceptación:</strong> la versión de este texto, la fecha, la hora y la dirección
          IP con que creaste la cuenta.
        </li>
        <li>
          <strong>Google, si ingresas con él:</strong> el identificador que te da Google y, si la
          cuenta es nueva, tu correo y tu nombre. Nunca tu contraseña de Google.
        </li>
        <li>
          <strong>Tus sesiones:</strong> el texto con que se presenta tu navegador, la red
          abreviada, el inicio y el último uso.
        </li>
        <li>
          <strong>La actividad de la cuenta:</strong> qué pasó, cuándo y desde qué red abreviada. La
          ves en <a href="/panel/perfil">tu perfil</a>.
        </li>
      </ul>
      <p>
        La red abreviada es la dirección IP sin su parte final (/24 en IPv4, /48 en IPv6): sirve
        para reconocer un acceso extraño, no para ubicarte.
      </p>

      <h2>Si guardas documentos</h2>
      <p>Es opcional. Guardamos:</p>
      <ul>
        <li>
          <strong>Los archivos que subes</strong> con su nombre, tipo, tamaño, qué documento es, su
          título y cuándo lo subiste y vence.
        </li>
        <li>
          <strong>Si los revisa un antivirus,</strong> su veredicto. Corre en nuestros equipos: los
          archivos no salen de ahí.
        </li>
        <li>
          <strong>Los enlaces que compartes:</strong> qué abren, hasta cuándo y el nombre y la
          contraseña que elijas, la contraseña solo como un resumen irreversible. De cada apertura,
          el momento, la red abreviada y el programa, para que sepas quién los usó.
        </li>
        <li>
          <strong>Los avisos de vencimiento:</strong> cuáles te enviamos y si prefieres no
          recibirlos. Los dejas con un clic desde cada correo o en{' '}
          <a href="/panel/documentos/avisos">tu panel</a>. Si creas un enlace de calendario, quien
          lo tenga ve tus documentos y sus fechas, no los archivos; lo cierras cuando quieras.
        </li>
      </ul>
      <p>
        Los abres tú, y quien tenga un enlace que hayas compartido. Alguien del equipo puede abrir
        uno para ayudarte con tu solicitud; queda anotado en tu actividad.
      </p>
    </>
  );
}
