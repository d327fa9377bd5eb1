import type {
  AlsoRecord,
  PackageForm,
  PackageOptions,
  PackageSubject,
} from '#contract/accesspackages/accesspackages.ts'
import type { REQUESTER_LABELS } from '#contract/privacyrequests/privacyrequest.record.ts'
import { searchFold } from '#contract/search-fold.ts'

/** Who asked, as the request says it. */
export interface Asker {
  name: string | null
  requester: keyof typeof REQUESTER_LABELS
}

/** The person a package is about, as the pages name it. */
export interface PackageDialogProps {
  subject: PackageSubject
  id: number
  name: string
  /** The request for which the package is made. */
  requestId?: number | undefined
  asker?: Asker | undefined
  /** Called once the dialog is gone. */
  onClose: () => void
}

/** What is chosen in the dialog; undefined: nobody is chosen yet. */
export interface PackageChoice {
  recipient: number | null | undefined
  also: readonly string[]
  hasSensitive: boolean
  hasBlockingNotes: boolean
}

/** A record as the value of a checkbox. */
export const alsoKey = ({ kind, school_id, id }: AlsoRecord) => `${kind} ${school_id} ${id}`

const wordsOf = (name: string) => searchFold(name).split(' ').filter(Boolean)

/** Anna Müller may be Anna Maria Müller: the words of one name are all in the other one. */
const mayBeSame = (one: string, other: string) => {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  return (shorter ?? []).every((word) => longer?.includes(word))
}

/** The only one who can have asked, also when others are counted who may not get the package. */
const askingOf = (recipients: PackageOptions['recipients'], { name, requester }: Asker) => {
  if (name === null) return undefined
  const [only, ...more] = recipients.filter((one) => mayBeSame(one.name, name))
  const fits = requester === (only?.id === null ? 'self' : 'custodian')
  return more.length === 0 && fits && only?.name === name && only.refusal === null ? only : undefined
}

/**
 * The recipient is chosen already where a record is about nobody else and nobody asked by a request, or if without any
 * doubt one of them did. A child whose family is not recorded is not thereby the reader of its package. Other records of the same person are included unless somebody deselects them.
 */
export const firstChoice = (
  { recipients, also }: Pick<PackageOptions, 'recipients' | 'also'>,
  asker?: Asker,
): PackageChoice => {
  const chosen = asker ? askingOf(recipients, asker) : recipients.find(({ role }) => role === null)
  return { recipient: chosen?.id, also: also.map(alsoKey), hasSensitive: false, hasBlockingNotes: false }
}

/** What is sent for a choice. */
export const packageForm = (
  about: Pick<PackageForm, 'subject' | 'id'> & { requestId?: number | undefined },
  choice: PackageChoice,
  { also }: Pick<PackageOptions, 'also'>,
): PackageForm => ({
  subject: about.subject,
  id: about.id,
  recipient_id: choice.recipient ?? null,
  also: also
    .filter((one) => choice.also.includes(alsoKey(one)))
    .map(({ kind, school_id, id }) => ({ kind, school_id, id })),
  with_sensitive: choice.hasSensitive,
  with_blocking_notes: choice.hasSensitive && choice.hasBlockingNotes,
  request_id: about.requestId ?? null,
})
