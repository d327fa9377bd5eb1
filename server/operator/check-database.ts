import { counted } from '#contract/counted.ts'
import { MINUTE_MS } from '#contract/dates.ts'
import type { DatabaseFacts } from '#contract/systemstates/systemstates.facts.ts'
import { RoleRefused } from '#server/db/app-role.ts'
import type { Connections } from '#server/db/connections.ts'
import { postgresTooOld } from '#server/db/database-rules.ts'
import { describeConnection } from '#server/db/describe-connection.ts'
import { migrationNames } from '#server/db/migrate.ts'
import type { Env } from '#server/env.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { explainDatabaseFault, StartError } from '#server/start-error.ts'
import {
  checkAppRole,
  checkHeir,
  countLostTexts,
  type DatabaseCheck,
  readActiveProviders,
  readDatabaseCheck,
  readDemands,
  readState,
} from './check-database.queries.ts'
import { checkDemands } from './check-demands.ts'
import type { NamedProvider } from './check-providers.ts'
import { type Finding, fault } from './findings.ts'

/** Codes of authenticator apps are refused before that; times in the log would no longer fit together. */
const CLOCK_MS = MINUTE_MS

export interface DatabaseFindings {
  findings: Finding[]
  /** Undefined when the database does not know its state, because it cannot be reached or is older. */
  facts?: DatabaseFacts
  /** The services where people sign in; missing like the facts. */
  providers?: NamedProvider[]
}

const unreachable = (error: Error, { DATABASE_URL }: Env) => {
  const explained = DATABASE_URL ? explainDatabaseFault(error, describeConnection(DATABASE_URL)) : error
  const isKnown = explained instanceof StartError
  const [text = '', todo] = isKnown
    ? explained.message.split('\n')
    : [`Die Datenbank meldet einen Fehler: ${error.message}`]
  return fault(
    'database',
    text,
    todo?.replace('Läuft PostgreSQL? Bitte prüfen Sie', 'Bitte prüfen Sie, ob PostgreSQL läuft, sowie') ??
      'Bitte prüfen Sie DATABASE_URL und die Meldungen von PostgreSQL.',
  )
}

const checkVersion = ({ version }: DatabaseCheck): Finding[] => {
  const tooOld = postgresTooOld(version)
  return tooOld ? [fault('postgres_old', tooOld, 'Bitte bringen Sie PostgreSQL auf eine neuere Version.')] : []
}

const checkClock = ({ at }: DatabaseCheck, now: Date): Finding[] => {
  const apart = Math.abs(at.getTime() - now.getTime())
  if (apart <= CLOCK_MS) return []
  return [
    fault(
      'clock',
      `Die Uhren von Programm und Datenbank gehen ${Math.round(apart / 1000)} Sekunden auseinander.`,
      'Bitte schalten Sie auf beiden Rechnern NTP ein (timedatectl set-ntp true).',
    ),
  ]
}

const checkMigrations = ({ migrations }: DatabaseCheck): Finding[] => {
  const known = migrationNames()
  const unknown = migrations.filter((name) => !known.includes(name))
  const pending = known.filter((name) => !migrations.includes(name))
  if (unknown.length > 0)
    return [
      fault(
        'migrations_unknown',
        `Die Datenbank ist neuer als dieses Programm (${unknown.at(-1)}).`,
        'Bitte starten Sie wieder das neuere Programm.',
      ),
    ]
  if (pending.length === 0) return []
  return [
    fault(
      'migrations_pending',
      `Die Datenbank ist älter als dieses Programm: ${counted(pending.length, 'Schritt fehlt', 'Schritte fehlen')}, zuletzt ${pending.at(-1)}.`,
      'Bitte starten Sie den Server einmal; er bringt sie auf den neuen Stand.',
    ),
  ]
}

async function checkRole(connections: Connections, env: Env): Promise<Finding[]> {
  try {
    await checkAppRole(connections)
    const heir = await checkHeir(connections)
    if (!heir) return []
    return [fault('role', heir.text, `Bitte führen Sie als Superuser der Datenbank aus: ${heir.statements}`)]
  } catch (error) {
    if (!(error instanceof RoleRefused)) return [unreachable(error as Error, env)]
    const [text = '', todo = ''] = error.message.split(': Bitte')
    return [fault('role', `${text}.`, `Bitte${todo}`)]
  }
}

async function checkLost(connections: Connections, ring: SecretRing | undefined): Promise<Finding[]> {
  const lost = ring ? await countLostTexts(connections, ring) : 0
  if (lost === 0) return []
  return [
    fault(
      'key_lost',
      `${counted(lost, 'gespeicherte Angabe', 'gespeicherte Angaben')} öffnet kein vorhandener Schlüssel.`,
      'Bitte holen Sie den früheren Schlüssel aus dem Safe und hängen Sie ihn hinten an.',
    ),
  ]
}

interface Checked {
  env: Env
  connections: Connections
  ring: SecretRing | undefined
  now: Date
}

/** Looks at the database. What needs its tables is left out when they are not those of this program. */
export async function checkDatabase({ env, connections, ring, now }: Checked): Promise<DatabaseFindings> {
  let check: DatabaseCheck
  try {
    check = await readDatabaseCheck(connections)
  } catch (error) {
    return { findings: [unreachable(error as Error, env)] }
  }
  const migrations = checkMigrations(check)
  const findings = [
    ...checkVersion(check),
    ...checkClock(check, now),
    ...(await checkRole(connections, env)),
    ...migrations,
  ]
  if (migrations.length > 0) return { findings }
  const { database } = await readState(connections)
  const providers = await readActiveProviders(connections)
  const demands = checkDemands(await readDemands(connections))
  return { findings: [...findings, ...demands, ...(await checkLost(connections, ring))], facts: database, providers }
}
