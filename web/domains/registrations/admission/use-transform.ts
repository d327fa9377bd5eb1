import { type FormEvent, useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { DuplicatesReply, type TransformOptions } from '#contract/registrations/registrations.transform.ts'
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
import { initialChoice, isLink, type TransformChoice, transformBody } from './transform-choice.ts'

const PUPIL_NOUNS = { f: 'Schülerin', m: 'Schüler', d: 'Schüler/in' } as const

const INVALIDATED = [pupilEndpoints.list, pupilStatsEndpoints.get]

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

interface Transforming {
  options: TransformOptions
  onClose: () => void
}

/** The choices of the step from application to pupil and its sending; a hit found meanwhile is asked about again. */
export const useTransform = (details: RegistrationDetails, { options, onClose }: Transforming) => {
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
    setAttempt((count) => count + 1)
  }
  const transform = useCall(registrationEndpoints.transformToPupil, {
    invalidates: INVALIDATED,
    onFieldErrors: refuse,
    onFailure: async (failure) => {
      const reply = DuplicatesReply.safeParse(failure.body)
      if (!reply.success) return explainFailure(failure)
      setFound(reply.data.duplicates)
      setChoice((before) => ({ ...before, child: '' }))
      setRefused(true)
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
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
    if (changes.declinesWish) setErrors({})
    setChoice((before) => ({ ...before, ...changes }))
  }
  const isChildMissing = isRefused && choice.child === ''
  return { choice, choose, found, isRefused: isChildMissing, isWished, submit, errors, transform, form }
}
