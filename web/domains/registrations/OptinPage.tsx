import { useEffect, useState } from 'react'
import type { FormSettings } from '#contract/registrations.public.ts'
import { OPTIN_TEXTS } from '#contract/registrations.public-texts.ts'
import { call } from '#web/api/client.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink, PublicPage } from '#web/ui/native/PublicPage.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { confirmedOutcome, type OptinAction, type OptinOutcome, refusedOutcome } from './optin-outcome.ts'
import { publicEndpoints as endpoints } from './public-calls.ts'
import classes from './public-registration.module.css'

interface OptinPageProps {
  schoolShort: string
  contactId: string
  contactUuid: string
}

const BUTTONS: Record<OptinAction, string> = { confirm: OPTIN_TEXTS.button, request: OPTIN_TEXTS.requestNew }

/** The school's contact and privacy notice for the frame; the page works without them. */
const useSettings = (short: string) => {
  const [settings, setSettings] = useState<FormSettings>()
  useEffect(() => {
    const stop = new AbortController()
    call(endpoints.settings, { params: { school_short: short }, signal: stop.signal }).then(
      setSettings,
      () => undefined,
    )
    return () => stop.abort()
  }, [short])
  return settings
}

/** Opened from a mail: only the button confirms, because mail scanners open links (domain §2.3). */
export const OptinPage = ({ schoolShort, contactId, contactUuid }: OptinPageProps) => {
  const settings = useSettings(schoolShort)
  const school = settings?.school
  const [outcome, setOutcome] = useState<OptinOutcome>()
  const [isBusy, setBusy] = useState(false)
  usePageTitle('E-Mail-Adresse bestätigen', school?.name)

  const body = { school_short: schoolShort, contact_id: Number(contactId), contact_uuid: contactUuid }
  const work: Record<OptinAction, () => Promise<OptinOutcome>> = {
    confirm: async () => confirmedOutcome(await call(endpoints.confirmOptin, { body })),
    request: async () => ({ tone: 'positive', text: (await call(endpoints.resendOptin, { body })).message }),
  }
  const act = async (action: OptinAction) => {
    setBusy(true)
    setOutcome(await work[action]().catch((failure: unknown) => refusedOutcome(action, failure)))
    setBusy(false)
  }

  const action = outcome ? outcome.action : 'confirm'
  return (
    <PublicPage school={school} notice={settings?.notice?.text}>
      <NativeHeading>E-Mail-Adresse bestätigen</NativeHeading>
      <div role="alert">
        {outcome && (
          <NativeNotice tone={outcome.tone}>
            <p>{outcome.text}</p>
            {outcome.number && <p>Bewerbung {outcome.number}</p>}
            {outcome.isDeadEnd && school && (
              <p>
                Telefon <PhoneLink phone={school.phone} />
              </p>
            )}
          </NativeNotice>
        )}
      </div>
      {!outcome && (
        <p className={classes.text}>
          Bitte bestätigen Sie, dass wir Sie zu Ihrer Bewerbung unter dieser E-Mail-Adresse erreichen.
        </p>
      )}
      {action && (
        <div className={classes.oneHand}>
          <NativeButton look="primary" isBusy={isBusy} onClick={() => act(action)}>
            {BUTTONS[action]}
          </NativeButton>
        </div>
      )}
    </PublicPage>
  )
}
