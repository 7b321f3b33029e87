/** Every event of an account, as its owner reads it. */
export const auditCopy = {
  'account.registered': 'Creaste la cuenta',
  'account.created-by-operator': 'El equipo creó la cuenta',
  'code.sent': 'Te enviamos un código',
  'email.verified': 'Verificaste tu correo',
  'session.opened': 'Iniciaste sesión',
  'session.opened-google': 'Iniciaste sesión con Google',
  'session.refused': 'Intento de inicio de sesión fallido',
  'session.ended': 'Cerraste sesión',
  'sessions.ended': 'Se cerraron todas las sesiones',
  'password.reset-requested': 'Pediste cambiar la contraseña',
  'password.reset': 'Cambiaste la contraseña con un enlace',
  'password.changed': 'Cambiaste la contraseña',
  'google.linked': 'Conectaste tu cuenta de Google',
  'profile.updated': 'Actualizaste tu perfil',
  'role.revoked': 'El equipo quitó el perfil de administración',
  'alert-mails.on': 'Activaste los avisos de vencimiento',
  'alert-mails.off': 'Desactivaste los avisos de vencimiento',
  'calendar.opened': 'Creaste una dirección de calendario',
  'calendar.ended': 'Terminaste tu dirección de calendario',
  'data.exported': 'Descargaste tus datos',
  'account.deletion-requested': 'Pediste eliminar la cuenta',
  'account.deleted': 'Eliminaste la cuenta',
} as const;

export type AuditAction = keyof typeof auditCopy;
