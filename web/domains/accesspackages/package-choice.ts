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

/** With one possible recipient there is nothing to choose; the same person in other records is to be deselected. */
export const firstChoice = ({ recipients, also }: PackageOptions): PackageChoice => ({
  recipient: recipients.length === 1 ? recipients[0]?.id : undefined,
  also: also.map(alsoKey),
  hasSensitive: false,
  hasBlockingNotes: false,
})

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
