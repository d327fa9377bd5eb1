import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ERASED_SUBJECTS } from '#contract/retentions/retentions.people.ts'
import { hmac, isHmac, type SecretRing } from '#server/secret-keys.ts'
import type { NewErasure } from './erasures.queries.ts'

const PURPOSE = 'erasure journal'

const Line = z.object({
  school: z.int(),
  subject: z.enum(ERASED_SUBJECTS),
  subject_id: z.int(),
  rule: z.string(),
  action: z.enum(['reduce', 'delete']),
  erased_on: z.iso.date(),
})

export interface JournalErasure extends NewErasure {
  school: number
}

const textOf = ({ school, subject, subject_id, rule, action, erased_on }: JournalErasure) =>
  JSON.stringify({ school, subject, subject_id, rule, action, erased_on })

/**
 * Appends erasures to the journal and waits until the disk has them. Each line is one JSON object with ids, rule and day,
 * a tab, and an HMAC with the installation's key: lines of another installation, or written by hand, count for nothing.
 */
export function appendToJournal(file: string, keys: SecretRing, erasures: readonly JournalErasure[]) {
  const lines = erasures.map((erasure) => {
    const text = textOf(erasure)
    return `${text}\t${hmac(keys, PURPOSE, text).toString('base64url')}\n`
  })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const descriptor = openSync(file, 'a', 0o600)
  try {
    writeSync(descriptor, lines.join(''))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const readLine = (keys: SecretRing, line: string): JournalErasure | undefined => {
  const [text = '', mac = ''] = line.split('\t')
  if (!isHmac(keys, { purpose: PURPOSE, text, mac: Buffer.from(mac, 'base64url') })) return undefined
  return Line.parse(JSON.parse(text))
}

/** All erasures of the journal that this installation wrote; a missing file holds none, half a line at the end neither. */
export function readJournal(file: string, keys: SecretRing): JournalErasure[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return text.split('\n').flatMap((line) => readLine(keys, line) ?? [])
}
