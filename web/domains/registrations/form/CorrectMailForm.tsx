import { useEffect, useState } from 'react'
import { mailHint } from '#contract/registrations/registrations.hints.ts'
import { publicRegistrationEndpoints as endpoints, type Receipt } from '#contract/registrations/registrations.public.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { submits } from '#web/ui/submits.ts'
import classes from './public-registration.module.css'
import { loadRules, type TypedMails } from './start-registration.ts'

interface CorrectMailFormProps {
  schoolShort: string
  contact: Receipt['contacts'][number]
  /** All whose address this is. */
  positions: readonly number[]
  onCorrected: (receipt: Receipt, corrected: TypedMails) => void
  onCancel: () => void
}

/** Another address for the confirmation mail, possible twice (domain §2). */
export const CorrectMailForm = ({ schoolShort, contact, positions, onCorrected, onCancel }: CorrectMailFormProps) => {
  const { position, corrections_left } = contact
  const [mail, setMail] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, failure, goOnce } = useOneAtATime()
  const afterRender = useAfterRender()
  const id = `correct-mail-${position}`
  const suggestion = mailHint(mail)?.suggestion
  useEffect(() => focusField(id), [id])

  const refuse = (message: string | undefined) => {
    setError(message)
    afterRender(() => focusField(id))
  }
  const correct = async () => {
    setError(undefined)
    const read = (await loadRules()).readMail(mail)
    if (read.mail === undefined) return refuse(read.message)
    const { mail: corrected } = read
    const correctOf = (of: number) =>
      call(endpoints.correctMail, { params: { school_short: schoolShort }, body: { position: of, mail: corrected } })
    try {
      let receipt = await correctOf(position)
      // Who sends again after a failure halfway changes nothing twice.
      for (const other of positions.slice(1)) receipt = await correctOf(other)
      onCorrected(receipt, Object.fromEntries(positions.map((one) => [one, corrected])))
    } catch (refused) {
      const message = refused instanceof ApiFailure ? refused.errors.mail : undefined
      if (!message) throw refused
      refuse(message)
    }
  }
  const take = suggestion && (
    <NativeButton look="link" onClick={() => setMail(suggestion)}>
      Meinten Sie {suggestion}?
    </NativeButton>
  )
  return (
    <form noValidate className={classes.mailForm} onSubmit={submits(() => goOnce(correct))}>
      <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
      <NativeTextField
        id={id}
        label="Richtige E-Mail-Adresse"
        hint={corrections_left === 1 ? 'Sie können die Adresse noch einmal ändern.' : undefined}
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
