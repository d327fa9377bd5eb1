import { type ReactNode, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { AGREEMENT_TEXTS } from '#contract/registrations/registrations.agreement.ts'
import {
  type AgreementForm,
  type AgreementQuestion,
  publicRegistrationEndpoints as endpoints,
  type OptinForm,
} from '#contract/registrations/registrations.public.ts'
import { call } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import classes from './public-registration.module.css'

export const AGREEMENT_TITLES: Record<AgreementQuestion['state'], string> = {
  open: 'Stimmen Sie der Bewerbung zu?',
  agreed: 'Sie haben zugestimmt',
  declined: 'Sie haben nicht zugestimmt',
}

const momentOf = (instant: string | null) => (instant === null ? '' : formatDateTime(instant).replace(' ', ' um '))

const answerText = ({ state, answered_at, is_on_paper }: AgreementQuestion) => {
  if (is_on_paper) return 'Ihre Zustimmung liegt der Schule auf Papier vor.'
  return state === 'agreed'
    ? `Sie haben der Bewerbung am ${momentOf(answered_at)} Uhr zugestimmt.`
    : `Sie haben am ${momentOf(answered_at)} Uhr angegeben, dass Sie nicht zustimmen. Die Schule weiß das. Gelöscht ist nichts.`
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.answer}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

interface AgreementCardProps {
  question: AgreementQuestion
  link: OptinForm
  /** What the server says after an answer. */
  onAnswer: (question: AgreementQuestion) => void
}

/** Sends one answer at a time. */
const useAgreement = ({ link, onAnswer }: Pick<AgreementCardProps, 'link' | 'onAnswer'>) => {
  const { isBusy, failure, goOnce } = useOneAtATime()
  const send = (decision: AgreementForm['decision']) =>
    goOnce(async () => onAnswer(await call(endpoints.answerAgreement, { body: { ...link, decision } })))
  return { isBusy, failure, send }
}
type Answering = ReturnType<typeof useAgreement>

const Failure = ({ failure }: Pick<Answering, 'failure'>) => (
  <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
)

interface DeclineDialogProps extends Pick<AgreementCardProps, 'question'> {
  answering: Answering
  onClose: () => void
}

/** Says what follows before somebody declines. */
const DeclineDialog = ({ question, answering, onClose }: DeclineDialogProps) => (
  <NativeDialog
    title="Der Bewerbung nicht zustimmen?"
    onClose={onClose}
    closeLabel="Zurück"
    action={{
      label: 'Ja, ich stimme nicht zu',
      isBusy: answering.isBusy,
      look: 'danger',
      run: () => void answering.send('decline'),
    }}
  >
    <p>
      Die Schule erfährt, dass Sie der <strong>{`Bewerbung ${question.number} für ${question.child_firstname}`}</strong>{' '}
      nicht zustimmen. Sie klärt das mit Ihnen beiden.
    </p>
    <p>Gelöscht wird nichts. Solange die Bewerbung läuft, können Sie Ihre Antwort hier ändern.</p>
    <Failure failure={answering.failure} />
  </NativeDialog>
)

/** The buttons that fit the present answer. */
const AnswerButtons = ({ state, answering, onDecline }: AnswerButtonsProps) => (
  <>
    {state !== 'agreed' && (
      <div className={classes.oneHand}>
        <NativeButton look="primary" isBusy={answering.isBusy} onClick={() => void answering.send('agree')}>
          {state === 'declined' ? 'Ich stimme der Bewerbung doch zu' : 'Ich stimme der Bewerbung zu'}
        </NativeButton>
      </div>
    )}
    {state !== 'declined' && (
      <div className={classes.oneHand}>
        <NativeButton aria-haspopup="dialog" onClick={onDecline}>
          {state === 'agreed' ? 'Ich stimme doch nicht zu' : 'Ich stimme nicht zu'}
        </NativeButton>
      </div>
    )}
  </>
)

interface AnswerButtonsProps extends Pick<AgreementQuestion, 'state'> {
  answering: Answering
  onDecline: () => void
}

/** What the second person with custody is asked, and what they answered (ADR 0066). */
export const AgreementCard = ({ question, link, onAnswer }: AgreementCardProps) => {
  const [isDeclining, setDeclining] = useState(false)
  const answering = useAgreement({
    link,
    onAnswer: (next) => {
      setDeclining(false)
      onAnswer(next)
    },
  })
  const { number, state, answer, applicant, child_firstname, desired_grade, school_year } = question
  return (
    <>
      <div role="status">
        {state !== 'open' && (
          <NativeNotice tone={state === 'agreed' ? 'positive' : 'attention'}>{answerText(question)}</NativeNotice>
        )}
      </div>
      {state === 'open' && (
        <p className={classes.text}>
          Sie haben das Sorgerecht gemeinsam mit einer anderen Person. Deshalb fragt die Schule auch Sie.
        </p>
      )}
      <dl className={`${classes.answers} ${classes.asked}`}>
        <Fact label="Bewerbung">
          <span className={classes.whole}>{number}</span>
        </Fact>
        <Fact label="Kind">{child_firstname}</Fact>
        <Fact label="Schuljahr">{school_year}</Fact>
        <Fact label="Klassenstufe">{desired_grade}</Fact>
        <Fact label="Beworben von">{applicant}</Fact>
      </dl>
      {answer === 'over' && state !== 'agreed' && <p className={classes.text}>{AGREEMENT_TEXTS.over}</p>}
      {answer === 'possible' && (
        <>
          {!isDeclining && <Failure failure={answering.failure} />}
          <div className={classes.choices}>
            <AnswerButtons state={state} answering={answering} onDecline={() => setDeclining(true)} />
          </div>
        </>
      )}
      {isDeclining && <DeclineDialog question={question} answering={answering} onClose={() => setDeclining(false)} />}
    </>
  )
}
