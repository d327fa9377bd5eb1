import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { Draft } from '#contract/registrations/registrations.public.ts'
import { DRAFT_BYTES_MAX, DRAFT_HOURS } from '#contract/registrations/registrations.public-texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { decrypt, encrypt } from '#server/secret-keys.ts'
import { findDraft, saveDraft } from './registrations.drafts.queries.ts'
import type { FormVisitor } from './visitor-cookie.ts'

/** The visitor, and the number of the draft. */
export interface DraftSlot {
  schoolId: number
  visitor: FormVisitor
  draftNumber: number
}

// School and number are part of the key, so a row that was moved cannot be decrypted.
const purposeOf = ({ schoolId, draftNumber }: DraftSlot) => `registration draft ${schoolId} ${draftNumber}`

const opened = (slot: DraftSlot, sealed: Buffer) => {
  try {
    return Draft.parse(JSON.parse(decrypt(slot.visitor.keys, purposeOf(slot), sealed)))
  } catch {
    return undefined
  }
}

const oldest = (now: Date) => new Date(now.getTime() - DRAFT_HOURS * 60 * 60 * 1000).toISOString()

const findRow = (tx: SchoolTransaction, { visitor, draftNumber }: DraftSlot, now: Date) =>
  findDraft(tx, { visitorHash: visitor.hash, draftNumber }, oldest(now))

/** When the draft was saved, without decrypting it; null when there is none of the last 24 hours. */
export async function findDraftTime(tx: SchoolTransaction, slot: DraftSlot, now: Date) {
  const row = await findRow(tx, slot, now)
  return row ? { saved_at: row.updated_at } : null
}

/** The draft itself; undefined when there is none or it can no longer be decrypted. */
export async function readDraft(tx: SchoolTransaction, slot: DraftSlot, now: Date) {
  const row = await findRow(tx, slot, now)
  const draft = row && opened(slot, row.body_encrypted)
  return draft && { ...draft, saved_at: row.updated_at }
}

/** Encrypts and stores a draft; 413 above 64 kB. */
export async function writeDraft(tx: SchoolTransaction, slot: DraftSlot, { draft, now }: { draft: Draft; now: Date }) {
  const text = JSON.stringify(draft)
  if (Buffer.byteLength(text) > DRAFT_BYTES_MAX) throw new ApiError(413, { message: ERROR_TEXTS.tooLarge })
  const saved_at = now.toISOString()
  await saveDraft(tx, {
    visitor_hash: slot.visitor.hash,
    draft_number: slot.draftNumber,
    body_encrypted: encrypt(slot.visitor.keys, purposeOf(slot), text),
    created_at: saved_at,
    updated_at: saved_at,
  })
  return { saved_at }
}
