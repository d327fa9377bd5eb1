import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import type { FamilyStatus } from '#contract/registrations/registrations.family.ts'
import { focusHeading, NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import classes from './FamilyStatus.module.css'
import { FamilyStepsCard } from './FamilyStepsCard.tsx'
import { WithdrawCard } from './WithdrawCard.tsx'

const ASKED = 'Die Schule prüft Ihren Wunsch. Ist die Bewerbung zurückgezogen, bekommen Sie eine E-Mail.'

/** What is still missing from the second person, for both alike: no name, no address (ADR 0066). */
const agreementText = ({ agreement }: FamilyStatus) => {
  if (!agreement || agreement.state === 'agreed') return undefined
  const day = agreement.on && formatDate(agreement.on)
  if (agreement.state === 'open')
    return agreement.is_own
      ? 'Ihre Zustimmung fehlt noch. Den Link dazu haben wir Ihnen per E-Mail geschickt. Finden Sie ihn nicht, rufen Sie bitte in der Schule an.'
      : 'Die zweite sorgeberechtigte Person hat noch nicht zugestimmt. Sie hat dafür einen eigenen Link bekommen.'
  return agreement.is_own
    ? `Sie haben am ${day} angegeben, dass Sie nicht zustimmen. Über denselben Link können Sie das ändern.`
    : `Die zweite sorgeberechtigte Person hat am ${day} angegeben, dass sie nicht zustimmt. Die Schule weiß das und meldet sich.`
}

const NextStep = ({ status }: { status: FamilyStatus }) => {
  const agreement = agreementText(status)
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>So geht es weiter</h2>
      <p className={classes.text}>{status.withdrawal === 'asked' ? ASKED : status.next}</p>
      {agreement && <p className={classes.text}>{agreement}</p>}
      {status.confirm_by && (
        <p className={classes.due}>
          Zusage erbeten bis <strong>{formatDate(status.confirm_by)}</strong>
        </p>
      )}
      {status.missing_papers.length > 0 && (
        <>
          <h3 className={classes.listTitle}>Diese Unterlagen fehlen noch</h3>
          <ul className={classes.papers}>
            {status.missing_papers.map((paper) => (
              <li key={paper}>{paper}</li>
            ))}
          </ul>
        </>
      )}
      <p className={classes.text}>
        Fragen? Telefon <PhoneLink phone={status.school.phone} />
      </p>
    </section>
  )
}

/** Everything a family may know of its application, and the way out. */
export const FamilyStatusCard = ({
  title,
  token,
  status,
  onStatus,
  onDeadLink,
}: {
  title: string
  token: string
  status: FamilyStatus
  onStatus: (status: FamilyStatus) => void
  onDeadLink: () => void
}) => {
  const [said, setSaid] = useState<string>()
  const afterRender = useAfterRender()
  const answer = (next: FamilyStatus, text: string) => {
    onStatus(next)
    setSaid(text)
    // The button that had the focus is gone.
    afterRender(focusHeading)
  }
  return (
    <>
      <NativeHeading above={`Bewerbung ${status.number}`}>{title}</NativeHeading>
      <p className={classes.child}>
        {`${status.child_firstname} · Klassenstufe ${status.desired_grade} · Schuljahr ${status.school_year}`}
      </p>
      <div role="status">{said && <NativeNotice tone="positive">{said}</NativeNotice>}</div>
      <FamilyStepsCard status={status} />
      <NextStep status={status} />
      <WithdrawCard token={token} status={status} onAnswer={answer} onDeadLink={onDeadLink} />
    </>
  )
}
