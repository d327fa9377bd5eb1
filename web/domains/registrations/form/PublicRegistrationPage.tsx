import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { berlinTime, berlinToday, formatDate } from '#contract/dates.ts'
import { publicRegistrationEndpoints as endpoints, type Receipt } from '#contract/registrations/registrations.public.ts'
import { DRAFT_HOURS, PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { focusHeading, NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink, PublicPage } from '#web/ui/native/PublicPage.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { PublicNotFoundCard } from './PublicNotFoundCard.tsx'
import { PublicRegistrationForm } from './PublicRegistrationForm.tsx'
import classes from './public-registration.module.css'
import { RegistrationReceiptCard } from './RegistrationReceiptCard.tsx'
import {
  addressOf,
  type FormAddress,
  freshForm,
  inputOf,
  type LoadedSettings,
  type RegistrationStart,
  resumeDraft,
  startRegistration,
  type TypedMails,
} from './start-registration.ts'

type Start<Kind> = Extract<RegistrationStart, { kind: Kind }>

/** No school year is open: when it will be, and whom to ask (domain §2). */
const ClosedRegistrationCard = ({ settings, isInterrupted }: Start<'closed'>) => {
  const { school, message, opens_at } = settings
  return (
    <>
      <NativeHeading>Bewerbung um einen Schulplatz</NativeHeading>
      <NativeNotice tone="attention">
        <p>{message ?? PUBLIC_REGISTRATION_TEXTS.closed}</p>
        {opens_at && <p>Die Online-Bewerbung öffnet am {formatDate(berlinToday(new Date(opens_at)))}.</p>}
        {isInterrupted && <p>Ihr Entwurf bleibt {DRAFT_HOURS} Stunden gespeichert. Bitte rufen Sie uns an.</p>}
      </NativeNotice>
      <p className={classes.text}>
        Fragen beantworten wir gern: Telefon <PhoneLink phone={school.phone} /> oder E-Mail{' '}
        <a href={`mailto:${school.mail}`}>{school.mail}</a>.
      </p>
    </>
  )
}

/** The form names its steps itself. */
const TITLES: Record<RegistrationStart['kind'], string | undefined> = {
  receipt: 'Bewerbung eingegangen',
  closed: 'Bewerbung um einen Schulplatz',
  prompt: 'Angefangene Bewerbung',
  form: undefined,
}

/** Back to an empty first page, so that a reload does not ask for a step that is gone. */
const forgetStep = () => history.replaceState(null, '')

interface StartedPageProps {
  address: FormAddress
  start: RegistrationStart
  onStart: (start: RegistrationStart) => void
}

/** Somebody began here; nothing of what was typed shows until they say it is theirs (domain §2). */
const DraftPrompt = ({ address, start, onStart }: StartedPageProps & { start: Start<'prompt'> }) => {
  const { isBusy, failure, goOnce } = useOneAtATime()
  const { settings, savedAt } = start
  const resume = async () => onStart({ kind: 'form', settings, form: await resumeDraft(address, settings) })
  const discard = async () => {
    await call(endpoints.deleteDraft, inputOf(address))
    forgetStep()
    onStart({ kind: 'form', settings, form: await freshForm(address, settings, false) })
  }
  return (
    <>
      <NativeHeading>Angefangene Bewerbung</NativeHeading>
      <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
      <p className={classes.text}>Es gibt einen angefangenen Entwurf von {berlinTime(savedAt)} Uhr.</p>
      <NativeButtonRow>
        <NativeButton look="primary" isBusy={isBusy} onClick={() => goOnce(resume)}>
          Fortsetzen
        </NativeButton>
        <NativeButton onClick={() => goOnce(discard)}>Verwerfen</NativeButton>
      </NativeButtonRow>
    </>
  )
}

const StartedPage = ({ address, start, onStart }: StartedPageProps) => {
  const afterRender = useAfterRender()
  // A discarded draft leaves nothing behind: the form after it is another one.
  const [round, setRound] = useState(0)
  const { settings } = start
  const show = (next: RegistrationStart) => {
    onStart(next)
    afterRender(focusHeading)
  }
  usePageTitle(TITLES[start.kind], settings.school.name)
  if (start.kind === 'closed') return <ClosedRegistrationCard {...start} />
  if (start.kind === 'prompt') return <DraftPrompt address={address} start={start} onStart={show} />
  if (start.kind === 'receipt') {
    const { receipt, typedMails } = start
    const change = (changed: Receipt, corrected?: TypedMails) =>
      onStart({ ...start, receipt: changed, typedMails: { ...typedMails, ...corrected } })
    return <RegistrationReceiptCard {...{ settings, receipt, typedMails }} onReceipt={change} />
  }
  const finish = (receipt: Receipt, typedMails: TypedMails) => {
    history.replaceState({ view: 'receipt', depth: 0, checkDepth: null }, '')
    show({ kind: 'receipt', settings, receipt, typedMails })
  }
  const takeSettings = (changed: LoadedSettings) => {
    if (changed.is_open) onStart({ ...start, settings: changed })
    else show({ kind: 'closed', settings: changed, isInterrupted: true })
  }
  const restart = async () => {
    forgetStep()
    setRound(round + 1)
    show({ kind: 'form', settings, form: await freshForm(address, settings, false) })
  }
  return (
    <PublicRegistrationForm
      key={round}
      {...{ address, settings, start: start.form }}
      onSettings={takeSettings}
      onSent={finish}
      onDiscard={restart}
    />
  )
}

/** The page a family applies on (spec §2: fsw and fow; any school has one). */
export const PublicRegistrationPage = ({ schoolShort }: { schoolShort: string }) => {
  const address = useMemo(() => addressOf(schoolShort), [schoolShort])
  const [start, setStart] = useState<RegistrationStart>()
  const [failure, setFailure] = useState<unknown>()
  const isLoading = useRef(false)

  const load = useCallback(async () => {
    if (isLoading.current) return
    isLoading.current = true
    setFailure(undefined)
    try {
      setStart(await startRegistration(address))
    } catch (refused) {
      setFailure(refused)
    } finally {
      isLoading.current = false
    }
  }, [address])
  useEffect(() => {
    void load()
  }, [load])

  if (start) {
    return (
      <PublicPage school={start.settings.school} notice={start.settings.notice?.text}>
        <StartedPage address={address} start={start} onStart={setStart} />
      </PublicPage>
    )
  }
  if (failure instanceof ApiFailure && failure.status === 404) return <PublicNotFoundCard />
  return (
    // Another page for the browser: the header grows with the school's name, which would count as a shift.
    <PublicPage key="waiting" school={undefined}>
      {failure === undefined && <p role="status">Daten werden geladen</p>}
      {failure !== undefined && (
        <>
          <NativeHeading>Bewerbung</NativeHeading>
          <div role="alert">
            <NativeNotice tone="negative">{publicFailureText(failure)}</NativeNotice>
          </div>
          <NativeButton look="primary" onClick={load}>
            Noch einmal versuchen
          </NativeButton>
        </>
      )}
    </PublicPage>
  )
}
