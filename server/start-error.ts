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

const UNREACHABLE = ['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET']
const REFUSED = ['28000', '28P01']

/** What to do about a database that cannot be used; undefined: the fault has another reason. */
const databaseRemedy = (code: string) => {
  if (UNREACHABLE.includes(code))
    return 'ist nicht erreichbar.\nLäuft PostgreSQL? Bitte prüfen Sie Rechner und Port in DATABASE_URL.'
  if (REFUSED.includes(code))
    return 'lehnt die Anmeldung ab.\nBitte prüfen Sie Rolle und Passwort in DATABASE_URL und die Datei pg_hba.conf.'
  if (code === '3D000') return 'gibt es nicht.\nBitte legen Sie sie an (docs/operations.md).'
  if (code === '42501')
    return 'erlaubt dieser Rolle zu wenig.\nBitte richten Sie die Rollen ein, wie es in docs/operations.md steht.'
  return undefined
}

/** An error of the first connection in words for whoever starts the program; any other comes back as it is. */
export const explainDatabaseFault = (fault: Error & { code?: string }, database: string) => {
  const remedy = databaseRemedy(fault.code ?? '')
  return remedy ? new StartError(`Die ${database} ${remedy}`, { cause: fault }) : fault
}
