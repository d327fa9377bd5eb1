import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import {
  type AdmissionSibling,
  type DifferenceKind,
  DuplicatesReply,
  type TransformOptions,
} from '#contract/registrations/registrations.transform.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { Reply } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { childName } from '#web/domains/registrations/child-name.ts'
import { pupilLinkText } from '#web/domains/registrations/details/RegistrationHintsCard.tsx'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { focusField } from '#web/ui/focus-field.ts'

/** In the form: no class yet, only the grade. */
export const OPEN_CLASS = 'open'
const CHANGE = 'change:'
/** In the form: this pupil of a partner school comes here (Schulwechsel). */
export const changeOf = (pupilId: number) => `${CHANGE}${pupilId}`

/** In the form: not one of those offered, but somebody new. */
export const NEW = 'new'

/** Whether the child is noted as a pupil who is here already; then nothing else is chosen. */
export const isLink = (child: string) => child !== '' && child !== NEW && !child.startsWith(CHANGE)

export interface TransformChoice {
  /** Id of a class, or `OPEN_CLASS`. */
  schoolclass: string
  /** Id of the pupil this child already is, a change of school, `NEW`, or empty while nobody has said. */
  child: string
  /** Id of a guardian on record, or `NEW`, by position. */
  guardians: Record<number, string>
  /** What of the application replaces what is on record of them, by position; nothing by itself. */
  takes: Record<number, DifferenceKind[]>
  /** The child becomes a pupil although the family wishes to withdraw. */
  declinesWish: boolean
}

const expectedCount = ({ pupil_count, staying_count }: TransformOptions['classes'][number]) =>
  pupil_count + (staying_count ?? 0)

/** The classes with the fewest children, with those who will probably stay, in their order: the first one is suggested. */
export const leastFull = ({ classes }: TransformOptions) => {
  const fewest = Math.min(...classes.map(expectedCount))
  return classes.filter((one) => expectedCount(one) === fewest)
}

/**
 * Who surely attends a partner school, and is the only one that surely is this child, changes from there. Else a child
 * that surely exists must be answered by a person (domain §3.3).
 */
const initialChild = ({ duplicates: { exact }, school_changes }: TransformOptions) => {
  if (exact.length === 0) return NEW
  const offer = exact.length === 1 && school_changes.find(({ pupil_id }) => pupil_id === exact[0]?.id)
  return offer ? changeOf(offer.pupil_id) : ''
}

/** Nobody leaves the class open unawares: only where there is none it is so by itself. */
const initialClass = (options: TransformOptions) => String(leastFull(options)[0]?.id ?? OPEN_CLASS)

export const initialChoice = (options: TransformOptions): TransformChoice => ({
  schoolclass: initialClass(options),
  child: initialChild(options),
  guardians: Object.fromEntries(
    options.guardians.flatMap(({ position, candidates }) => {
      const same = candidates.find(({ is_same_name }) => is_same_name)
      return same ? [[position, String(same.guardian_id)]] : []
    }),
  ),
  takes: {},
  declinesWish: false,
})

const changeFrom = (child: string, { school_changes }: Pick<TransformOptions, 'school_changes'>) => {
  const offer = school_changes.find(({ pupil_id }) => child === changeOf(pupil_id))
  return offer && { pupil_id: offer.pupil_id, school_short: offer.school_short }
}

interface TransformInput extends Pick<TransformOptions, 'school_changes'> {
  registrationId: number
  /** Who surely is this child, as the person saw it who chooses. */
  found: readonly { id: number }[]
}

const chosenGuardians = ({ guardians, takes }: TransformChoice) =>
  Object.entries(guardians).flatMap(([key, id]) => {
    const position = Number(key)
    return id === NEW ? [] : [{ position, guardian_id: Number(id), takes: takes[position] ?? [] }]
  })

export const transformBody = ({ registrationId, found, ...options }: TransformInput, choice: TransformChoice) => {
  const { schoolclass, child, declinesWish } = choice
  const asked = { registration_id: registrationId, declines_wish: declinesWish }
  if (isLink(child)) return { ...asked, link_pupil_id: Number(child) }
  const change_from = changeFrom(child, options)
  return {
    ...asked,
    schoolclass_id: schoolclass === OPEN_CLASS ? null : Number(schoolclass),
    // Somebody who was found meanwhile is shown first.
    force: found.some(({ id }) => id !== change_from?.pupil_id),
    ...(change_from && { change_from }),
    guardians: chosenGuardians(choice),
  }
}

/** What becomes of a verified brother or sister; siblings are pupils of a school with a guardian in common. */
export type SiblingLink = 'linked' | 'not_chosen' | 'nobody' | 'elsewhere'

export const siblingLink = (
  { pupil_id, is_own }: AdmissionSibling,
  { guardians }: Pick<TransformOptions, 'guardians'>,
  chosen: TransformChoice['guardians'],
): SiblingLink => {
  if (!is_own) return 'elsewhere'
  const shared = guardians.flatMap(({ position, candidates }) =>
    candidates
      .filter(({ sibling_ids }) => pupil_id !== null && sibling_ids.includes(pupil_id))
      .map(({ guardian_id }) => chosen[position] === String(guardian_id)),
  )
  if (shared.length === 0) return 'nobody'
  return shared.includes(true) ? 'linked' : 'not_chosen'
}

const PUPIL_NOUNS = { f: 'Schülerin', m: 'Schüler', d: 'Schüler/in' } as const

type Done = Reply<typeof registrationEndpoints.transformToPupil>

/** What was done here, and what at the school the child comes from. */
const doneText = (details: RegistrationDetails, { child }: TransformChoice, { school_change }: Done) => {
  const name = childName(details)
  if (isLink(child)) return `${name} wurde mit dem vorhandenen Eintrag verknüpft.`
  const made = `${name} wurde als ${PUPIL_NOUNS[details.answers.meta.child_gender]} angelegt.`
  if (!school_change) return made
  const { school_short, date_exit } = school_change
  return `${made} An der ${school_short} ist der Abgang zum ${formatDate(date_exit)} eingetragen.`
}

/** The choices of the step from application to pupil and its sending; a hit found meanwhile is asked about again. */
export const useTransform = (details: RegistrationDetails, options: TransformOptions, onClose: () => void) => {
  const [choice, setChoice] = useState(() => initialChoice(options))
  const [found, setFound] = useState(options.duplicates.exact)
  const [isRefused, setRefused] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  // Asked as well when the wish came while the dialog was open.
  const [isWished, setWished] = useState(options.wish !== null)
  const form = useFocusOnError(attempt)
  const refuse = (refused: Record<string, string>) => {
    setErrors(refused)
    if ('declines_wish' in refused) setWished(true)
    if ('schoolclass_id' in refused) focusField('schoolclass_id')
    setAttempt((count) => count + 1)
  }
  const transform = useCall(registrationEndpoints.transformToPupil, {
    invalidates: [pupilEndpoints.list, pupilStatsEndpoints.get],
    onFieldErrors: refuse,
    onFailure: async (failure) => {
      const reply = DuplicatesReply.safeParse(failure.body)
      if (!reply.success) return explainFailure(failure)
      setFound(reply.data.duplicates)
      setChoice((before) => ({ ...before, child: '' }))
      setRefused(true)
    },
  })
  const submit = async () => {
    setRefused(choice.child === '')
    if (isWished && !choice.declinesWish) return refuse({ declines_wish: MESSAGES.mustBeTrue })
    if (choice.child === '') return
    setErrors({})
    const asked = { registrationId: details.id, found, school_changes: options.school_changes }
    const reply = await transform.run({ body: transformBody(asked, choice) })
    if (!reply) return
    void refreshRegistrations()
    onClose()
    const link = { text: pupilLinkText(details), to: paths.pupil(reply.pupil_id) }
    notify(doneText(details, choice, reply), { link, about: `registration ${details.id}` })
  }
  const choose = (changes: Partial<TransformChoice>) => {
    if (changes.declinesWish || changes.schoolclass) setErrors({})
    setChoice((before) => ({ ...before, ...changes }))
  }
  const isChildMissing = isRefused && choice.child === ''
  const { isRunning } = transform
  return { options, choice, choose, found, isRefused: isChildMissing, isWished, submit, errors, isRunning, form }
}
export type Transform = ReturnType<typeof useTransform>
