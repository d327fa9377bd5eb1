import { type RefObject, useEffect, useRef, useState } from 'react'
import type { RegistrationForm as FormAnswers } from '#contract/registrations/registrations.form.ts'
import type { FormSettings, Receipt } from '#contract/registrations/registrations.public.ts'
import { DRAFT_HOURS } from '#contract/registrations/registrations.public-texts.ts'
import type { FormStep } from '#contract/registrations/registrations.steps.ts'
import { RetryText } from '#web/api/RetryText.tsx'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { NativeErrorSummary } from '#web/ui/native/NativeErrorSummary.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { submits } from '#web/ui/submits.ts'
import { DraftFootnote } from './DraftFootnote.tsx'
import classes from './public-registration.module.css'
import { RegistrationCheckCard } from './RegistrationCheckCard.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import {
  childNumber,
  type FormAddress,
  type FormStart,
  type LoadedSettings,
  type TypedMails,
  type View,
} from './start-registration.ts'
import { useRegistrationDraft } from './use-registration-draft.ts'
import { useRegistrationSteps } from './use-registration-steps.ts'
import { useFreshSettings, useSendRegistration, withoutNotice } from './use-send-registration.ts'

interface RegistrationIntroCardProps {
  settings: FormSettings
  /** Address and contacts of the child before stand in the form already. */
  hasFamily: boolean
  onStart: () => void
}

/** What to know before the first question (ux §3.15). */
const RegistrationIntroCard = ({ settings, hasFamily, onStart }: RegistrationIntroCardProps) => (
  <>
    <NativeHeading>
      {childNumber() > 1 ? 'Bewerbung für ein weiteres Kind' : 'Bewerbung um einen Schulplatz'}
    </NativeHeading>
    <div className={classes.text}>
      {settings.form.settings.intro_markdown && <TextBlocks text={settings.form.settings.intro_markdown} />}
      <p>
        <strong>Dauer:</strong> etwa 5 Minuten.
        <br />
        <strong>Sie brauchen:</strong> Geburtsdatum und Anschrift Ihres Kindes, Ihre E-Mail-Adresse.
      </p>
      <p>Alle Felder ohne „(optional)“ sind Pflichtfelder.</p>
      {childNumber() > 1 && hasFamily && (
        <p>
          Anschrift, Sorgerecht und Kontakte haben wir aus Ihrer letzten Bewerbung übernommen, das erste Kind als
          Geschwisterkind. Sie können alles ändern.
        </p>
      )}
      <p>Ihr Entwurf wird {DRAFT_HOURS} Stunden gespeichert.</p>
    </div>
    <p>
      <NativeButton look="primary" onClick={onStart}>
        Bewerbung beginnen
      </NativeButton>
    </p>
  </>
)

interface SendNoticeProps {
  sending: ReturnType<typeof useSendRegistration>
  /** Why the step could not be left. */
  failure: string | undefined
}

/** What concerns sending rather than a field: beside the button that was pressed, in sight and announced as it appears. */
const SendNotice = ({ sending: { state, refusal, retryNow, cancel }, failure }: SendNoticeProps) => {
  const box = useRef<HTMLDivElement>(null)
  const isWaiting = state.kind === 'waiting'
  const shownRefusal = state.kind === 'idle' ? refusal : undefined
  const isShown = isWaiting || failure !== undefined || shownRefusal !== undefined
  useEffect(() => {
    if (isShown) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <div role="alert" ref={box}>
      {isWaiting && (
        <NativeNotice tone="attention" title="Noch nicht abgesendet">
          <RetryText failure={state.failure} seconds={state.seconds} />
          <p>Bitte lassen Sie diese Seite geöffnet.</p>
          <NativeButtonRow>
            <NativeButton look="link" onClick={retryNow}>
              Jetzt noch einmal versuchen
            </NativeButton>
            <NativeButton look="link" onClick={cancel}>
              Abbrechen
            </NativeButton>
          </NativeButtonRow>
        </NativeNotice>
      )}
      {failure && <NativeNotice tone="negative">{failure}</NativeNotice>}
      {shownRefusal && (
        <NativeNotice tone="negative" title="Ihre Bewerbung wurde nicht abgesendet">
          <p>{shownRefusal}</p>
        </NativeNotice>
      )}
    </div>
  )
}

/** Says what filled the field that no person sees, and how to go on: the server would refuse without a reason. */
const TrapNotice = ({ onEmpty }: { onEmpty: () => void }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which would count as the way to clean up.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box}>
      <NativeNotice tone="attention" title="Noch nicht abgesendet" isAlert>
        <p>
          Ihr Browser oder Passwort-Manager hat ein verstecktes Feld ausgefüllt. Es muss leer sein. Ihre Angaben sind
          noch da.
        </p>
        <NativeButtonRow>
          <NativeButton onClick={onEmpty}>Feld leeren und absenden</NativeButton>
        </NativeButtonRow>
      </NativeNotice>
    </div>
  )
}

/** A field for machines; managers of passwords are asked to leave it alone. */
const TrapField = ({ field }: { field: RefObject<HTMLInputElement | null> }) => (
  <div className={classes.trap} aria-hidden="true">
    <label htmlFor="website">Website</label>
    <input
      ref={field}
      id="website"
      name="website"
      tabIndex={-1}
      autoComplete="off"
      data-1p-ignore
      data-bwignore
      data-lpignore="true"
    />
  </div>
)

interface PublicRegistrationFormProps {
  address: FormAddress
  settings: LoadedSettings
  start: FormStart
  /** Also when the form has closed meanwhile. */
  onSettings: (settings: LoadedSettings) => void
  onSent: (receipt: Receipt, typedMails: TypedMails) => void
  onDiscard: () => void
}

/** How far one is, for the eye only: the words stand above the title. */
const StepProgress = ({ steps, current }: { steps: readonly FormStep[]; current: number }) => (
  <div className={classes.bar} aria-hidden="true">
    {steps.map(({ key }, index) => (
      <span key={key} className={index <= current ? `${classes.barPart} ${classes.barDone}` : classes.barPart} />
    ))}
  </div>
)

/** The form a family fills in: one step a page, saved on the server at every turn (domain §2). */
export const PublicRegistrationForm = ({ address, settings, start, ...on }: PublicRegistrationFormProps) => {
  const flow = useRegistrationSteps(start, settings)
  const { answers, step, lines } = flow
  const takeSettings = (changed: LoadedSettings) => {
    // Nobody has read the new notice yet.
    if (changed.notice?.id !== settings.notice?.id) flow.setAnswers(withoutNotice)
    on.onSettings(changed)
  }
  const renew = useFreshSettings(address, settings, takeSettings)
  const draft = useRegistrationDraft({
    address,
    lastSaved: start.savedAt,
    onClosed: () => renew().catch(() => undefined),
  })
  const { saver } = draft
  const [isNoticeOpen, setNoticeOpen] = useState(false)
  const trap = useRef<HTMLInputElement>(null)
  const [isTrapFilled, setTrapFilled] = useState(false)
  const sending = useSendRegistration({
    ...{ address, settings, renew, saver, showErrors: flow.showErrors },
    onSent: (receipt) =>
      on.onSent(
        receipt,
        Object.fromEntries(answers.contacts.map(({ mail }, index) => [index + 1, String(mail ?? '')])),
      ),
    onStaleNotice: takeSettings,
  })
  const { isBusy, failure, goOnce } = useOneAtATime()
  const save = (next: View, saved: FormAnswers) => saver.saveNow({ step: next, answers: saved })

  const current = step ? flow.steps.indexOf(step) : -1
  const place = step ? `Schritt ${current + 1} von ${flow.steps.length}` : undefined
  const pageName = step ? `${step.title} – ${place}` : 'Bewerbung'
  usePageTitle(lines.length > 0 ? `Fehler: ${pageName}` : pageName, settings.school.name)

  if (!step) {
    const begin = () => {
      flow.goTo('place')
      save('place', answers)
    }
    return (
      <RegistrationIntroCard settings={settings} hasFamily={Boolean(answers.contacts[0]?.firstname)} onStart={begin} />
    )
  }

  const isLast = step.key === 'check'
  const goOn = async () => {
    if (isLast) {
      if (!(await flow.isComplete())) return
      setTrapFilled(Boolean(trap.current?.value))
      if (!trap.current?.value) await sending.send(answers)
      return
    }
    const done = await flow.goForward(step.key)
    save(done?.next ?? step.key, done?.answers ?? answers)
  }
  const emptyTrap = () => {
    if (trap.current) trap.current.value = ''
    goOnce(goOn)
  }
  const change = (changed: FormAnswers) => {
    flow.change(changed)
    saver.saveSoon({ step: step.key, answers: changed })
  }
  const goBack = () => {
    sending.cancel()
    const left = flow.leaveBackwards()
    save(left.before, left.answers)
  }

  return (
    <form noValidate onSubmit={submits(() => goOnce(goOn))}>
      <NativeHeading above={place}>{isLast ? 'Angaben prüfen und absenden' : step.title}</NativeHeading>
      <StepProgress steps={flow.steps} current={current} />
      <NativeErrorSummary errors={lines} />
      {isLast && (
        <>
          <RegistrationCheckCard {...flow} />
          <NativeButton look="link" onClick={() => setNoticeOpen(true)}>
            Datenschutzhinweise lesen
          </NativeButton>
          <TrapField field={trap} />
        </>
      )}
      <RegistrationForm {...flow} onChange={change} step={step.key} />
      {isLast && isTrapFilled && <TrapNotice onEmpty={emptyTrap} />}
      <SendNotice sending={sending} failure={failure} />
      <NativeButtonRow>
        <NativeButton keepsFocus onClick={goBack}>
          Zurück
        </NativeButton>
        <NativeButton type="submit" look="primary" keepsFocus isBusy={isBusy}>
          {isLast ? 'Bewerbung absenden' : 'Weiter'}
        </NativeButton>
      </NativeButtonRow>
      <DraftFootnote draft={draft} address={address} onDiscard={on.onDiscard} />
      {isNoticeOpen && (
        <NativeDialog title="Datenschutzhinweise" onClose={() => setNoticeOpen(false)}>
          <TextBlocks text={settings.notice?.text ?? ''} />
        </NativeDialog>
      )}
    </form>
  )
}
