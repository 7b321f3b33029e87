/** Returns words for a shortened IP. */
export function networkText(place: string): string {
  return ownMachineNetworks.includes(place) ? 'este mismo equipo' : `red ${place}`;
}

const ownMachineNetworks = ['127.0.0.0/24', '0:0:0::/48'];
