/** The program cannot start; the message is German and says what to do. Whoever starts it sees no stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}

interface ListenFault extends NodeJS.ErrnoException {
  port?: number
  address?: string
}

const LISTEN_TEXTS: Record<string, (fault: ListenFault) => string> = {
  EADDRINUSE: ({ port }) =>
    `Der Port ${port} ist schon belegt. Vielleicht läuft Schulhof bereits.\nBitte beenden Sie das andere Programm, oder nehmen Sie einen anderen Port: PORT=${Number(port) + 1} npm start`,
  EACCES: ({ port }) =>
    `Den Port ${port} darf dieses Benutzerkonto nicht öffnen.\nBitte nehmen Sie einen Port ab 1024, zum Beispiel PORT=3000, und stellen Sie nginx davor (docs/operations.md).`,
  EADDRNOTAVAIL: ({ address }) =>
    `Die Adresse ${address} gehört nicht zu diesem Rechner. Bitte prüfen Sie HOST; ohne HOST ist es 127.0.0.1.`,
}

/** An error of listening in words for whoever starts the program; any other comes back as it is. */
export const explainListenFault = (fault: ListenFault) => {
  const text = fault.syscall === 'listen' || fault.syscall === 'bind' ? LISTEN_TEXTS[fault.code ?? ''] : undefined
  return text ? new StartError(text(fault), { cause: fault }) : fault
}
