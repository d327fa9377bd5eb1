import type {
  AlsoRecord,
  PackageForm,
  PackageOptions,
  PackageSubject,
} from '#contract/accesspackages/accesspackages.ts'

/** The person a package is about, as the pages name it. */
export interface PackageDialogProps {
  subject: PackageSubject
  id: number
  name: string
  /** The request for which the package is made. */
  requestId?: number | undefined
  /** Who asks for it. */
  requestedBy?: string | null
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

/**
 * The recipient is chosen already if there is only one, or if one of them has the name of the person who asked. Other
 * records of the same person are included unless somebody deselects them.
 */
export const firstChoice = (
  { recipients, also }: Pick<PackageOptions, 'recipients' | 'also'>,
  requestedBy?: string | null,
): PackageChoice => {
  const asking = recipients.filter(({ name, refusal }) => refusal === null && name === requestedBy)
  const [only, ...more] = recipients.length === 1 ? recipients : asking
  return {
    recipient: more.length === 0 ? only?.id : undefined,
    also: also.map(alsoKey),
    hasSensitive: false,
    hasBlockingNotes: false,
  }
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
