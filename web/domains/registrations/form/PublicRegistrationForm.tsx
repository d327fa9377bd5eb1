import { type SubmitEvent, useRef, useState } from 'react'
import type { RegistrationForm as FormAnswers } from '#contract/registrations/registrations.form.ts'
import type { Receipt } from '#contract/registrations/registrations.public.ts'
import type { FormStep, StepKey } from '#contract/registrations/registrations.steps.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import type { FormAddress, FormStart, LoadedSettings, View } from '#web/domains/registrations/start-registration.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { NativeErrorSummary } from '#web/ui/native/NativeErrorSummary.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { DraftFootnote } from './DraftFootnote.tsx'
import classes from './public-registration.module.css'
import { RegistrationCheckCard } from './RegistrationCheckCard.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { RegistrationIntroCard } from './RegistrationIntroCard.tsx'
import { SendNotice } from './SendNotice.tsx'
import { useFreshSettings } from './use-fresh-settings.ts'
import { useRegistrationDraft } from './use-registration-draft.ts'
import { useRegistrationSteps } from './use-registration-steps.ts'
import { useSendRegistration, withoutNotice } from './use-send-registration.ts'

interface PublicRegistrationFormProps {
  address: FormAddress
  settings: LoadedSettings
  start: FormStart
  /** Also when the form has closed meanwhile. */
  onSettings: (settings: LoadedSettings) => void
  onSent: (receipt: Receipt) => void
  onDiscard: () => void
}

/** How far one is, for the eye only: the words stand above the title. */
const StepProgress = ({ steps, step }: { steps: readonly FormStep[]; step: StepKey }) => {
  const current = steps.findIndex(({ key }) => key === step)
  return (
    <div className={classes.bar} aria-hidden="true">
      {steps.map(({ key }, index) => (
        <span key={key} className={index <= current ? `${classes.barPart} ${classes.barDone}` : classes.barPart} />
      ))}
    </div>
  )
}

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
  const { saver, savedAt, isAway } = useRegistrationDraft({
    address,
    lastSaved: start.savedAt,
    onClosed: () => renew().catch(() => undefined),
  })
  const [isNoticeOpen, setNoticeOpen] = useState(false)
  const trap = useRef<HTMLInputElement>(null)
  const sending = useSendRegistration({
    ...{ address, settings, renew, saver, showErrors: flow.showErrors, onSent: on.onSent },
    onStaleNotice: takeSettings,
  })
  const { isBusy, failure, goOnce } = useOneAtATime()
  const save = (next: View, saved: FormAnswers) => saver.saveNow({ step: next, answers: saved })

  const place = step ? `Schritt ${flow.steps.indexOf(step) + 1} von ${flow.steps.length}` : undefined
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
      if (await flow.isComplete()) await sending.send(answers, trap.current?.value ?? '')
      return
    }
    const done = await flow.goForward(step.key)
    save(done?.next ?? step.key, done?.answers ?? answers)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void goOnce(goOn)
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
    <form noValidate onSubmit={submit}>
      <NativeErrorSummary errors={lines} />
      <NativeHeading above={place}>{isLast ? 'Angaben prüfen und absenden' : step.title}</NativeHeading>
      <StepProgress steps={flow.steps} step={step.key} />
      {isLast && (
        <>
          <RegistrationCheckCard form={flow} onChangeStep={flow.goToChange} />
          <NativeButton look="link" onClick={() => setNoticeOpen(true)}>
            Datenschutzhinweise lesen
          </NativeButton>
          <div className={classes.trap} aria-hidden="true">
            <label htmlFor="website">Website</label>
            <input ref={trap} id="website" name="website" tabIndex={-1} autoComplete="off" />
          </div>
        </>
      )}
      <RegistrationForm
        answers={answers}
        onChange={change}
        context={flow.context}
        errors={flow.errors}
        step={step.key}
      />
      <SendNotice
        state={sending.state}
        refusal={sending.refusal}
        failure={failure}
        onRetry={sending.retryNow}
        onCancel={sending.cancel}
      />
      <NativeButtonRow>
        <NativeButton keepsFocus onClick={goBack}>
          Zurück
        </NativeButton>
        <NativeButton type="submit" look="primary" keepsFocus isBusy={isBusy}>
          {isLast ? 'Bewerbung absenden' : 'Weiter'}
        </NativeButton>
      </NativeButtonRow>
      <DraftFootnote savedAt={savedAt} isAway={isAway} onDiscard={on.onDiscard} saver={saver} address={address} />
      {isNoticeOpen && (
        <NativeDialog title="Datenschutzhinweise" onClose={() => setNoticeOpen(false)}>
          <TextBlocks text={settings.notice?.text ?? ''} />
        </NativeDialog>
      )}
    </form>
  )
}
