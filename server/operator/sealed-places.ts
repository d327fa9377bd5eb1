import { packagePurpose } from '#server/domains/accesspackages/package-purpose.ts'
import { FORGOT_PURPOSE, FORGOT_TASK } from '#server/domains/account/forgot-password.ts'
import { SECRET_PURPOSE } from '#server/domains/account/two-factor-codes.ts'
import { clientSecretPurpose } from '#server/domains/identityproviders/provider-client.shared.ts'
import { paperPurpose } from '#server/domains/papers/seal-paper.shared.ts'
import { filePurpose, previewPurpose } from '#server/domains/pupilimports/seal-import.ts'
import { pupilLinkPurposes } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { sensitivePurpose } from '#server/domains/sensitive/seal-entry.shared.ts'
import { RESEND_LINKS_PURPOSE, RESEND_LINKS_TASK } from '#server/domains/sicknotes/resend-links.ts'
import { replyPurpose } from '#server/http/idempotency.ts'
import { ACCOUNT_MAIL_PURPOSE } from '#server/mail/account-outbox.ts'
import type { Purpose } from '#server/secret-keys.ts'

/** The key columns of a row: numbers, and the hash of a stored reply. */
export interface SealedRow {
  school_id: number
  id: number
  pupil_id: number
  key_hash: Buffer
}

/** A place in the database where texts are encrypted with the installation's key. */
export interface SealedPlace {
  table: string
  /** A column of bytea with the encrypted text. */
  column?: string
  /** Otherwise the encrypted text is base64url inside JSON: how it is read, and how $1 is written. */
  text?: { read: string; write: string }
  /** Which rows, if not all. */
  where?: string
  /** Columns that name a row, the first ones sorting it. */
  keys: readonly (keyof SealedRow)[]
  /** Further columns that the purpose needs. */
  more?: readonly (keyof SealedRow)[]
  /** Row-level security hides it outside its school. */
  isOfSchools: boolean
  /** A row may hold megabytes. */
  isLarge?: boolean
  /** What the text was encrypted for; the first purpose is the one of today. */
  purposesOf(row: SealedRow): readonly [Purpose, ...Purpose[]]
}

/** The jobs of this task hold an encrypted address. */
const jobsOf = (task: string, purpose: string): SealedPlace => ({
  table: 'graphile_worker._private_jobs',
  text: {
    read: "payload ->> 'sealed'",
    write: "payload = jsonb_set(payload::jsonb, '{sealed}', to_jsonb($1::text))::json",
  },
  where: `task_id = (select id from graphile_worker._private_tasks where identifier = '${task}') and payload ->> 'sealed' is not null`,
  keys: ['id'],
  isOfSchools: false,
  purposesOf: () => [purpose],
})

/** Everything that is stored encrypted. A test compares this list with the columns of the database. */
export const SEALED_PLACES: readonly SealedPlace[] = [
  {
    table: 'app_user',
    column: 'two_factor_secret',
    keys: ['id'],
    isOfSchools: false,
    purposesOf: () => [SECRET_PURPOSE],
  },
  {
    table: 'identity_provider',
    column: 'client_secret_encrypted',
    keys: ['id'],
    isOfSchools: false,
    purposesOf: (row) => [clientSecretPurpose(row)],
  },
  {
    table: 'account_mail',
    column: 'recipient_encrypted',
    keys: ['id'],
    isOfSchools: false,
    purposesOf: () => [ACCOUNT_MAIL_PURPOSE],
  },
  {
    table: 'pupil_link',
    column: 'uuid_encrypted',
    keys: ['school_id', 'pupil_id'],
    isOfSchools: false,
    purposesOf: pupilLinkPurposes,
  },
  {
    table: 'pupil_sensitive',
    column: 'value_encrypted',
    keys: ['school_id', 'id'],
    more: ['pupil_id'],
    isOfSchools: true,
    purposesOf: (row) => [sensitivePurpose(row)],
  },
  {
    table: 'pupil_import',
    column: 'file_encrypted',
    keys: ['school_id', 'id'],
    isOfSchools: true,
    isLarge: true,
    purposesOf: (row) => [filePurpose(row)],
  },
  {
    table: 'pupil_import',
    column: 'preview_encrypted',
    keys: ['school_id', 'id'],
    isOfSchools: true,
    purposesOf: (row) => [previewPurpose(row)],
  },
  {
    table: 'access_package',
    column: 'file_encrypted',
    keys: ['school_id', 'id'],
    isOfSchools: true,
    isLarge: true,
    purposesOf: (row) => [packagePurpose(row)],
  },
  {
    table: 'paper',
    column: 'content_encrypted',
    keys: ['school_id', 'id'],
    isOfSchools: true,
    isLarge: true,
    purposesOf: (row) => [paperPurpose(row)],
  },
  {
    table: 'idempotency',
    text: { read: "reply #>> '{}'", write: 'reply = to_jsonb($1::text)' },
    // Replies from before they were encrypted are objects.
    where: "jsonb_typeof(reply) = 'string'",
    keys: ['key_hash'],
    isOfSchools: false,
    purposesOf: ({ key_hash }) => [replyPurpose(key_hash)],
  },
  jobsOf(FORGOT_TASK, FORGOT_PURPOSE),
  jobsOf(RESEND_LINKS_TASK, RESEND_LINKS_PURPOSE),
]

/** Columns of bytes that no key of the ring encrypts, each with the reason. */
export const UNSEALED_COLUMNS: Record<string, string> = {
  'registration_draft.body_encrypted': "only the visitor's cookie opens it",
  'sign_in_attempt.content_encrypted': 'lives ten minutes, and opens only with the cookie of its browser',
  'passkey.credential_id': 'the number under which a device keeps its key; it opens nothing',
  'passkey.public_key': 'the public half of a key',
  'document.content': 'a picture that everybody may see',
  'circular_attachment.content': 'a letter to all families, like the text of its circular',
  'photo_print.selection': 'a checksum of the chosen children',
}
