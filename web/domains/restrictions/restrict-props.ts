import type { RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'

/** What the dialog about a restriction needs. */
export interface RestrictProps extends RestrictedPerson {
  /** The name of the person, for the title. */
  name: string
  /** The request (Art. 15 ff.) that it answers: its number begins the reason. */
  requestId?: number | undefined
  /** Ends a restriction instead of setting one. */
  isLifting?: boolean
  onClose: () => void
  /** Called once it is set or lifted; everything on the page is loaded anew already. */
  onChanged?: (() => void) | undefined
}
