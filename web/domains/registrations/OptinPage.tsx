import { useEffect, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import type { FormSettings } from '#contract/registrations.public.ts'
import { OPTIN_TEXTS } from '#contract/registrations.public-texts.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink, PublicPage } from '#web/ui/native/PublicPage.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { publicEndpoints as endpoints } from './public-calls.ts'
import { publicFailureText } from './public-failure.ts'
import classes from './public-registration.module.css'

interface OptinPageProps {
  schoolShort: string
  contactId: string
  contactUuid: string
}

type Outcome =
  | { kind: 'open' }
  | { kind: 'done'; text: string; number: string }
  | { kind: 'expired' | 'invalid' | 'requested'; text: string }
  | { kind: 'failed'; text: string }

const TONES = {
  done: 'positive',
  requested: 'positive',
  expired: 'attention',
  invalid: 'negative',
  failed: 'negative',
} as const

/** Which result a refusal is; 404 and 409 have texts of their own (domain §2.3). */
const outcomeOf = (failure: unknown): Outcome => {
  const status = failure instanceof ApiFailure ? failure.status : undefined
  if (status === 404 || status === 422) return { kind: 'invalid', text: OPTIN_TEXTS.invalid }
  if (status === 409) return { kind: 'expired', text: OPTIN_TEXTS.expired }
  return { kind: 'failed', text: publicFailureText(failure) }
}

/** School and phone number for the frame; the page works without them. */
const useSchool = (short: string) => {
  const [school, setSchool] = useState<FormSettings['school']>()
  useEffect(() => {
    const stop = new AbortController()
    call(endpoints.settings, { params: { school_short: short }, signal: stop.signal }).then(
      (settings) => setSchool(settings.school),
      () => undefined,
    )
    return () => stop.abort()
  }, [short])
  return school
}

/** Opened from a mail: only the button confirms, because mail scanners open links (domain §2.3). */
export const OptinPage = ({ schoolShort, contactId, contactUuid }: OptinPageProps) => {
  const school = useSchool(schoolShort)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'open' })
  const [isBusy, setBusy] = useState(false)
  usePageTitle('E-Mail-Adresse bestätigen', school?.name)

  const body = { school_short: schoolShort, contact_id: Number(contactId), contact_uuid: contactUuid }
  const attempt = async (work: () => Promise<Outcome>) => {
    setBusy(true)
    setOutcome(await work().catch(outcomeOf))
    setBusy(false)
  }
  const confirm = () =>
    attempt(async () => {
      const { state, confirmed_at, number } = await call(endpoints.confirmOptin, { body })
      const text = state === 'confirmed' ? OPTIN_TEXTS.confirmed : OPTIN_TEXTS.already(formatDateTime(confirmed_at))
      return { kind: 'done', text, number }
    })
  const requestNew = () =>
    attempt(async () => ({ kind: 'requested', text: (await call(endpoints.resendOptin, { body })).message }))

  const isOpen = outcome.kind === 'open' || outcome.kind === 'failed'
  return (
    <PublicPage school={school}>
      <NativeHeading>E-Mail-Adresse bestätigen</NativeHeading>
      <div role="alert">
        {outcome.kind !== 'open' && (
          <NativeNotice tone={TONES[outcome.kind]}>
            <p>{outcome.text}</p>
            {outcome.kind === 'done' && <p>Bewerbung {outcome.number}</p>}
            {outcome.kind === 'invalid' && school && (
              <p>
                Telefon <PhoneLink phone={school.phone} />
              </p>
            )}
          </NativeNotice>
        )}
      </div>
      {outcome.kind === 'open' && (
        <p className={classes.text}>
          Bitte bestätigen Sie, dass wir Sie zu Ihrer Bewerbung unter dieser E-Mail-Adresse erreichen.
        </p>
      )}
      <div className={classes.oneHand}>
        {isOpen && (
          <NativeButton look="primary" isBusy={isBusy} onClick={confirm}>
            {OPTIN_TEXTS.button}
          </NativeButton>
        )}
        {outcome.kind === 'expired' && (
          <NativeButton look="primary" isBusy={isBusy} onClick={requestNew}>
            {OPTIN_TEXTS.requestNew}
          </NativeButton>
        )}
      </div>
    </PublicPage>
  )
}
