import { lstatSync, statSync } from 'node:fs'
import { findRing, readKeyFile, ringFileOf } from '#server/backup/key-file.ts'
import { type Env, EnvError, readEnv } from '#server/env.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { type Finding, fault, hint } from './findings.ts'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** The settings, or what is wrong with them. */
export function checkSettings(variables: NodeJS.ProcessEnv): { env?: Env; findings: Finding[] } {
  try {
    const env = readEnv(variables)
    return { env, findings: adviceOf(env) }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    const todo = 'Bitte berichtigen Sie die Einstellung; docs/operations.md nennt alle.'
    return { findings: error.faults.map((text) => fault('settings', text, todo)) }
  }
}

function adviceOf({ APP_URL, BACKUP_DIR, DATABASE_URL, DATABASE_APP_URL, SMTP_URL }: Env) {
  const { protocol, hostname } = new URL(APP_URL)
  const findings: Finding[] = []
  if (protocol === 'http:' && !LOCAL.includes(hostname))
    findings.push(
      fault(
        'tls_missing',
        `APP_URL beginnt mit http:// (${APP_URL}); Passwörter gehen ungeschützt über das Netz.`,
        'Bitte stellen Sie nginx mit einem Zertifikat davor und setzen Sie APP_URL auf https://…',
      ),
    )
  if (!BACKUP_DIR)
    findings.push(
      fault(
        'backup_off',
        'BACKUP_DIR fehlt; nachts wird nichts gesichert.',
        'Bitte nennen Sie mit BACKUP_DIR einen Ordner.',
      ),
    )
  if (!SMTP_URL)
    findings.push(
      hint(
        'mail_off',
        'SMTP_URL fehlt; E-Mails warten im Postausgang.',
        'Bitte nennen Sie mit SMTP_URL einen Mailserver.',
      ),
    )
  if (DATABASE_URL && !DATABASE_APP_URL)
    findings.push(
      hint(
        'app_role_missing',
        'DATABASE_APP_URL fehlt; Anfragen laufen über die Verbindung des Eigentümers.',
        'Bitte nennen Sie mit DATABASE_APP_URL die Verbindung der Rolle schulhof_app.',
      ),
    )
  return findings
}

/** Nobody but the owner and root may read the key; the settings belong to root, and the service's group reads them. */
const MODES = { key: 0o600, settings: 0o640 } as const

const isOpenToOthers = (file: string, mode: number) =>
  ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777 & ~mode) !== 0

const checkMode = (file: string, mode: number) =>
  isOpenToOthers(file, mode)
    ? [
        fault(
          'key_open',
          `${file} enthält Schlüssel, und andere Konten können die Datei lesen.`,
          `Bitte führen Sie aus: chmod ${mode.toString(8)} ${file}`,
        ),
      ]
    : []

const sameKey = (ring: SecretRing, { id, bytes }: SecretRing[number]) =>
  ring.some((key) => key.id === id && key.bytes.equals(bytes))

function checkTwoRings(ring: SecretRing, file: string): Finding[] {
  const stored = readKeyFile(file)
  if (stored.every((key) => sameKey(ring, key))) return []
  return [
    fault(
      'key_two',
      `SECRET_KEY und ${file} enthalten verschiedene Schlüssel.`,
      'Bitte prüfen Sie, mit welchem die Daten verschlüsselt sind, und hängen Sie den anderen an SECRET_KEY an oder legen Sie die Datei in den Safe.',
    ),
  ]
}

const exists = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined

/** The keys, and the files that hold them. `settingsFile`: where the service reads SECRET_KEY. */
export function checkKeys(env: Env, settingsFile: string | undefined): { ring?: SecretRing; findings: Finding[] } {
  const file = ringFileOf(env)
  const findings = [
    ...(exists(file) ? checkMode(file, MODES.key) : []),
    ...(settingsFile && env.SECRET_KEY ? checkMode(settingsFile, MODES.settings) : []),
  ]
  try {
    const ring = findRing(env)
    return { ring, findings: [...findings, ...(env.SECRET_KEY && exists(file) ? checkTwoRings(ring, file) : [])] }
  } catch (error) {
    const todo = 'Bitte holen Sie den Schlüssel aus dem Safe; ohne ihn bleibt Verschlüsseltes zu.'
    return { findings: [...findings, fault('key_missing', (error as Error).message.split('\n')[0] ?? '', todo)] }
  }
}
