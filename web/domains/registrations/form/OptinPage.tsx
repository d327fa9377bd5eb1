import { useEffect, useState } from 'react'
import type { FormSettings } from '#contract/registrations/registrations.public.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { call } from '#web/api/client.ts'
import { RegistrationNumberText } from '#web/domains/registrations/RegistrationNumberText.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { focusHeading, NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink, PublicPage } from '#web/ui/native/PublicPage.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { confirmedOutcome, type OptinAction, type OptinOutcome, refusedOutcome } from './optin-outcome.ts'
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
  const title = outcome?.number ? 'E-Mail-Adresse bestätigt' : 'E-Mail-Adresse bestätigen'
  const afterRender = useAfterRender()
  usePageTitle(title, school?.name)

  const body = { school_short: schoolShort, contact_id: Number(contactId), contact_uuid: contactUuid }
  const work: Record<OptinAction, () => Promise<OptinOutcome>> = {
    confirm: async () => confirmedOutcome(await call(endpoints.confirmOptin, { body })),
    request: async () => ({ tone: 'positive', text: (await call(endpoints.resendOptin, { body })).message }),
  }
  const act = async (action: OptinAction) => {
    setBusy(true)
    const next = await work[action]().catch((failure: unknown) => refusedOutcome(action, failure))
    setOutcome(next)
    setBusy(false)
    // The button that had the focus is gone.
    if (!next.action) afterRender(focusHeading)
  }

  const action = outcome ? outcome.action : 'confirm'
  return (
    <PublicPage school={school} notice={settings?.notice?.text}>
      <NativeHeading>{title}</NativeHeading>
      <div role="alert">
        {outcome && (
          <NativeNotice tone={outcome.tone}>
            <p>{outcome.text}</p>
            {outcome.number && <RegistrationNumberText text={`Bewerbung ${outcome.number}`} number={outcome.number} />}
            {outcome.isDeadEnd && school && (
              <p>
                Telefon <PhoneLink phone={school.phone} />
              </p>
            )}
          </NativeNotice>
        )}
      </div>
      {outcome?.number && <p className={classes.text}>{OPTIN_TEXTS.next}</p>}
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
