import { useState } from 'react'
import {
  type FamilyStatus,
  type FamilyWish,
  registrationFamilyEndpoints,
  WITHDRAW_REASON_MAX,
  type Withdrawal,
} from '#contract/registrations/registrations.family.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { NativeAreaField } from '#web/ui/native/NativeAreaField.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import classes from './FamilyStatus.module.css'
import { isDeadLink } from './use-family-status.ts'

const AT_ONCE = {
  lead: 'Dann ziehen Sie die Bewerbung bitte zurück. Ein anderes Kind kann den Platz bekommen.',
  button: 'Bewerbung zurückziehen',
  question: 'Bewerbung zurückziehen?',
  accept: 'Ja, zurückziehen',
}
type WithdrawWords = typeof AT_ONCE

/** No button promises what it does not do: where the school has to confirm, it only takes a wish (domain §2.3). */
const WITHDRAW_WORDS: Record<Extract<Withdrawal, 'at_once' | 'by_school'>, WithdrawWords> = {
  at_once: AT_ONCE,
  by_school: {
    lead: 'Sagen Sie uns bitte Bescheid. Dann kann ein anderes Kind den Platz bekommen.',
    button: 'Rückzug beantragen',
    question: 'Rückzug beantragen?',
    accept: 'Ja, Rückzug beantragen',
  },
}

interface Wishing {
  token: string
  /** What the page is to show now. */
  onStatus: (status: FamilyStatus) => void
  onDeadLink: () => void
}

const reasonError = (refused: unknown) => (refused instanceof ApiFailure ? refused.errors.reason : undefined)

/** Sends what the family wants, one at a time; the same twice is once. */
const useFamilyWish = ({ token, onStatus, onDeadLink }: Wishing) => {
  const { isBusy, failure, goOnce } = useOneAtATime()
  const [fieldError, setFieldError] = useState<string>()

  const refuse = (refused: unknown) => {
    const text = reasonError(refused)
    if (isDeadLink(refused)) onDeadLink()
    else if (text) setFieldError(text)
    else throw refused
  }
  const send = (wish: FamilyWish) =>
    goOnce(async () => {
      setFieldError(undefined)
      await call(registrationFamilyEndpoints.wish, { params: { token }, body: wish }).then(onStatus, refuse)
    })
  return { isBusy, failure, fieldError, send }
}
type FamilyWishing = ReturnType<typeof useFamilyWish>

interface WithdrawDialogProps {
  status: FamilyStatus
  words: WithdrawWords
  wish: FamilyWishing
  onClose: () => void
}

const REASON = 'reason'

/** What follows, with number and name of the child: nobody withdraws the wrong one. */
const Consequence = ({ status }: { status: FamilyStatus }) => {
  const which = `Bewerbung ${status.number} für ${status.child_firstname}`
  if (status.withdrawal === 'at_once')
    return (
      <>
        <p>
          Die <strong>{which}</strong> wird sofort zurückgezogen und nicht weiter bearbeitet. Ein Platz auf der
          Warteliste oder ein angebotener Platz geht verloren.
        </p>
        <p>Rückgängig machen kann das nur die Schule, höchstens 30 Tage lang.</p>
      </>
    )
  return (
    <>
      <p>
        Die Schule erfährt, dass Sie die <strong>{which}</strong> zurückziehen möchten.
      </p>
      <p>
        Weil Sie das Sorgerecht nicht allein haben, gilt der Rückzug erst, wenn die Schule ihn bestätigt oder auch die
        andere sorgeberechtigte Person ihn hier erklärt. Bis dahin können Sie es sich anders überlegen.
      </p>
    </>
  )
}

/** Asks before an application is withdrawn (domain §3.1). */
const WithdrawDialog = ({ status, words, wish, onClose }: WithdrawDialogProps) => {
  const [reason, setReason] = useState('')
  const { isBusy, failure, fieldError } = wish
  return (
    <NativeDialog
      title={words.question}
      onClose={onClose}
      closeLabel="Nein, behalten"
      action={{
        label: words.accept,
        isBusy,
        look: 'danger',
        run: () => wish.send({ action: 'withdraw', reason: reason.trim() || null }),
      }}
    >
      <Consequence status={status} />
      <NativeAreaField
        id={REASON}
        label="Grund"
        isOptional
        hint="Nur die Schule liest ihn."
        max={WITHDRAW_REASON_MAX}
        value={reason}
        onChange={setReason}
        {...(fieldError ? { error: fieldError } : {})}
      />
      <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
    </NativeDialog>
  )
}

interface WithdrawCardProps {
  token: string
  status: FamilyStatus
  /** With what the page says about it. */
  onAnswer: (status: FamilyStatus, text: string) => void
  onDeadLink: () => void
}

const answerText = ({ stage, withdrawal }: FamilyStatus) => {
  if (stage === 'withdrawn') return 'Die Bewerbung ist zurückgezogen. Sie bekommen darüber eine E-Mail.'
  if (withdrawal === 'asked') return 'Die Schule weiß jetzt, dass Sie die Bewerbung zurückziehen möchten.'
  return 'Die Bewerbung bleibt bestehen.'
}

/** The school has to confirm it; until then it can be taken back. */
const AskedCard = ({ wish }: { wish: FamilyWishing }) => (
  <section className={classes.card}>
    <h2 className={classes.cardTitle}>Rückzug beantragt</h2>
    <p className={classes.text}>
      Sie möchten die Bewerbung zurückziehen. Die Schule hat das noch nicht bestätigt; bis dahin bleibt die Bewerbung
      bestehen.
    </p>
    <div className={classes.oneHand}>
      <NativeButton isBusy={wish.isBusy} onClick={() => wish.send({ action: 'keep', reason: null })}>
        Doch nicht zurückziehen
      </NativeButton>
    </div>
    <div role="alert">{wish.failure && <NativeNotice tone="negative">{wish.failure}</NativeNotice>}</div>
  </section>
)

/** What can be done about a withdrawal; nothing once it is withdrawn, refused or a pupil's. */
export const WithdrawCard = ({ status, onAnswer, ...rest }: WithdrawCardProps) => {
  const [isOpen, setOpen] = useState(false)
  const wish = useFamilyWish({
    ...rest,
    onStatus: (next) => {
      setOpen(false)
      onAnswer(next, answerText(next))
    },
  })
  if (status.withdrawal === 'asked') return <AskedCard wish={wish} />
  if (status.withdrawal === 'impossible') return null
  const words = WITHDRAW_WORDS[status.withdrawal]
  return (
    <section className={`${classes.card} ${classes.wayOut}`}>
      <h2 className={classes.cardTitle}>Sie brauchen den Platz nicht mehr?</h2>
      <p className={classes.text}>{words.lead}</p>
      <div className={classes.oneHand}>
        <NativeButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {words.button}
        </NativeButton>
      </div>
      {isOpen && <WithdrawDialog status={status} words={words} wish={wish} onClose={() => setOpen(false)} />}
    </section>
  )
}
