import { type SubmitEvent, useState } from 'react'
import { mailHint } from '#contract/registrations/registrations.hints.ts'
import type { Receipt } from '#contract/registrations/registrations.public.ts'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { loadRules } from './load-rules.ts'
import classes from './public-registration.module.css'

interface CorrectMailFormProps {
  schoolShort: string
  position: number
  correctionsLeft: number
  onCorrected: (receipt: Receipt) => void
  onCancel: () => void
}

/** The id of its field, which takes the focus when the form opens. */
export const correctMailField = (position: number) => `correct-mail-${position}`

/** Another address for the confirmation mail, possible twice (domain §2). */
export const CorrectMailForm = (props: CorrectMailFormProps) => {
  const { schoolShort, position, correctionsLeft, onCorrected, onCancel } = props
  const [mail, setMail] = useState('')
  const [error, setError] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const afterRender = useAfterRender()
  const id = correctMailField(position)
  const suggestion = mailHint(mail)?.suggestion

  const refuse = (message: string | undefined) => {
    setError(message)
    afterRender(() => focusField(id))
  }
  const explain = (failure: unknown) => {
    const refused = failure instanceof ApiFailure ? failure.errors.mail : undefined
    if (refused) refuse(refused)
    else setRefusal(publicFailureText(failure))
  }
  const correct = async () => {
    const read = (await loadRules()).readMail(mail)
    if (read.mail === undefined) return refuse(read.message)
    const body = { position, mail: read.mail }
    onCorrected(await call(publicRegistrationEndpoints.correctMail, { params: { school_short: schoolShort }, body }))
  }
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRefusal(undefined)
    setError(undefined)
    setBusy(true)
    await correct().catch(explain)
    setBusy(false)
  }
  const take = suggestion && (
    <NativeButton look="link" onClick={() => setMail(suggestion)}>
      Meinten Sie {suggestion}?
    </NativeButton>
  )
  return (
    <form noValidate className={classes.mailForm} onSubmit={send}>
      <div role="alert">{refusal && <NativeNotice tone="negative">{refusal}</NativeNotice>}</div>
      <NativeTextField
        id={id}
        label="Richtige E-Mail-Adresse"
        hint={correctionsLeft === 1 ? 'Sie können die Adresse noch einmal ändern.' : undefined}
        value={mail}
        onChange={setMail}
        error={error}
        advice={take}
        inputMode="email"
        autoComplete="email"
      />
      <NativeButtonRow>
        <NativeButton type="submit" look="primary" isBusy={isBusy}>
          Adresse ändern
        </NativeButton>
        <NativeButton onClick={onCancel}>Abbrechen</NativeButton>
      </NativeButtonRow>
    </form>
  )
}
