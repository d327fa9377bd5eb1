import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ERASED_SUBJECTS } from '#contract/retentions/retentions.people.ts'
import { hmac, isCurrentHmac, isHmac, type SecretRing } from '#server/secret-keys.ts'
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

/** Whether the last line was never finished, because the machine went down or the disk was full. */
const endsInHalfALine = (descriptor: number) => {
  const { size } = fstatSync(descriptor)
  const last = Buffer.alloc(1)
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() !== '\n'
}

/** One call may write less than it was given; on a full disk the next one says so. */
const writeWhole = (descriptor: number, bytes: Buffer) => {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}

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
  const descriptor = openSync(file, 'a+', 0o600)
  try {
    const start = endsInHalfALine(descriptor) ? '\n' : ''
    writeWhole(descriptor, Buffer.from(start + lines.join('')))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Length of an HMAC as it is written; of half a line it is shorter or missing. */
const MAC_LENGTH = 43

const readLine = (keys: SecretRing, line: string): JournalErasure | undefined => {
  const [text = '', mac = ''] = line.split('\t')
  if (!isHmac(keys, { purpose: PURPOSE, text, mac: Buffer.from(mac, 'base64url') })) return undefined
  return Line.parse(JSON.parse(text))
}

export interface JournalContent {
  erasures: JournalErasure[]
  /** The number of whole lines that this installation's keys do not confirm: changed by hand, or written with a lost key. */
  unreadable: number
}

/** All erasures of the journal that this installation wrote; a missing file holds none, and half a line counts for nothing. */
export function readJournal(file: string, keys: SecretRing): JournalContent {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { erasures: [], unreadable: 0 }
    throw error
  }
  const whole = text
    .split('\n')
    .filter((line) => line.slice(line.indexOf('\t') + 1).length >= MAC_LENGTH && line.includes('\t'))
  const erasures = whole.flatMap((line) => readLine(keys, line) ?? [])
  return { erasures, unreadable: whole.length - erasures.length }
}

/**
 * Signs with the current key what an older key of the ring signed, and returns how many lines that were. A signature has
 * always the same length, so it is overwritten in its place: a server that appends meanwhile loses nothing.
 */
export function resignJournal(file: string, keys: SecretRing) {
  if (!existsSync(file)) return 0
  const descriptor = openSync(file, 'r+')
  try {
    let signed = 0
    let start = 0
    for (const line of readFileSync(descriptor, 'utf8').split('\n')) {
      const [text = '', mac = ''] = line.split('\t')
      const claim = { purpose: PURPOSE, text, mac: Buffer.from(mac, 'base64url') }
      if (mac.length === MAC_LENGTH && !isCurrentHmac(keys, claim) && isHmac(keys, claim)) {
        writeSync(descriptor, hmac(keys, PURPOSE, text).toString('base64url'), start + Buffer.byteLength(text) + 1)
        signed += 1
      }
      start += Buffer.byteLength(line) + 1
    }
    fsyncSync(descriptor)
    return signed
  } finally {
    closeSync(descriptor)
  }
}
