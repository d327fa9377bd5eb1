import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { PLAIN_MESSAGES } from '#contract/plain-messages.ts'
import { PARENTS_PAGE_TEXTS, publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { type SchoolPhones, SchoolPhonesWidget } from '#web/domains/schools/SchoolPhonesWidget.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import classes from './ParentsPage.module.css'

const FIELD = 'mail'

/** In place of the form, because below it a phone would not show it; the button that had the focus is gone. */
const ResendAnswerCard = ({ answer, onAgain }: { answer: string; onAgain: () => void }) => {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.focus(), [])
  return (
    <div ref={card} tabIndex={-1} className={classes.card}>
      <NativeNotice tone="positive">{answer}</NativeNotice>
      <NativeButton look="link" onClick={onAgain}>
        Eine andere Adresse angeben
      </NativeButton>
    </div>
  )
}

/** Sends for the link of a known address; the answer says nothing about the address. */
const ResendForm = () => {
  const [mail, setMail] = useState('')
  const [error, setError] = useState<string>()
  const [answer, setAnswer] = useState<string>()
  const { isBusy, failure, goOnce } = useOneAtATime()

  const refuse = (text: string) => {
    setError(text)
    focusField(FIELD)
  }
  const send = async () => {
    setAnswer(undefined)
    if (!mail.trim()) return refuse(PLAIN_MESSAGES.required)
    try {
      setAnswer((await call(publicSicknoteEndpoints.resendLink, { body: { mail } })).message)
    } catch (refused) {
      const text = refused instanceof ApiFailure ? refused.errors[FIELD] : undefined
      if (!text) throw refused
      refuse(text)
    }
  }
  if (answer) {
    return <ResendAnswerCard answer={answer} onAgain={() => setAnswer(undefined)} />
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void goOnce(send)
  }
  return (
    <form noValidate onSubmit={submit} className={classes.card}>
      <h2 className={classes.cardTitle}>Link erneut zusenden</h2>
      <p>Wir schicken Ihnen Ihren aktuellen Link an die E-Mail-Adresse, die Sie der Schule genannt haben.</p>
      <NativeTextField
        id={FIELD}
        label="E-Mail-Adresse"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={mail}
        onChange={(text) => {
          setMail(text)
          setError(undefined)
        }}
        {...(error ? { error } : {})}
      />
      <div className={classes.oneHand}>
        <NativeButton type="submit" look="primary" keepsFocus isBusy={isBusy}>
          Link zusenden
        </NativeButton>
      </div>
      <div role="alert" className={classes.answer}>
        {failure && <NativeNotice tone="negative">{failure}</NativeNotice>}
      </div>
    </form>
  )
}

const DeadLink = () => (
  <>
    <div role="alert">
      <NativeNotice tone="negative">
        <p>{PARENTS_PAGE_TEXTS.unknown}</p>
      </NativeNotice>
    </div>
    <p className={classes.text}>
      Vielleicht hat die Schule ihn inzwischen erneuert. Wenn Ihr Kind heute fehlt, rufen Sie bitte in der Schule an.
    </p>
  </>
)

const WithoutLink = () => (
  <p className={classes.text}>
    Öffnen Sie bitte den Link, den Sie von der Schule bekommen haben. Ist er nicht zur Hand, schicken wir ihn noch
    einmal. Wenn Ihr Kind heute fehlt und Sie keinen Link haben, rufen Sie bitte in der Schule an.
  </p>
)

interface ParentsUnknownCardProps {
  phones: SchoolPhones
  /** The address has a link; without one somebody comes from the welcome page. */
  hasLink: boolean
}

/** For every link that does not work, whatever the reason (domain §5.6), and for families without one. */
export const ParentsUnknownCard = ({ phones, hasLink }: ParentsUnknownCardProps) => (
  <>
    <NativeHeading>Abwesenheit melden</NativeHeading>
    {hasLink ? <DeadLink /> : <WithoutLink />}
    <SchoolPhonesWidget schools={phones} />
    <ResendForm />
  </>
)
