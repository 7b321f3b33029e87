export function VaultData() {
  return (
    <>
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
