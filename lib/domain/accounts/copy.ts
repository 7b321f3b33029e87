export const roleCopy = {
  natural: 'Persona natural',
  juridica: 'Empresa',
  admin: 'Administración',
} as const;

export const profileCopy = {
  rut: 'RUT',
  name: 'Nombre y apellido',
  razonSocial: 'Razón social',
  telefono: 'Teléfono',
  direccion: 'Dirección',
  region: 'Región',
  comuna: 'Comuna',
} as const;
export type ProfileField = keyof typeof profileCopy;

export const companyRutDoubt =
  'Ese RUT es de una persona: los de empresas parten en 50.000.000. Si es el de la empresa, guarda otra vez.';
