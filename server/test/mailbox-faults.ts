import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { MailboxFault } from '#server/mail/bounce-mailbox.ts'

const SCRIPT = `
const { findMailboxFault } = await import('#server/mail/bounce-mailbox.ts')
const faults = []
for (const address of JSON.parse(process.argv[1])) faults.push((await findMailboxFault(address, 2000)) ?? null)
process.stdout.write(JSON.stringify(faults))`

/**
 * What is wrong with each of these mailboxes, as a process sees it that trusts the authority in this file. It was told
 * not to check certificates, which must change nothing.
 */
export async function findFaultsTrusting(authorityFile: string, addresses: readonly string[]) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const args = ['--input-type=module', '--no-warnings', '-e', SCRIPT, JSON.stringify(addresses)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return JSON.parse(stdout) as (MailboxFault | null)[]
}
