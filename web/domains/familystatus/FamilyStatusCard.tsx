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

const NextStep = ({ status }: { status: FamilyStatus }) => (
  <section className={classes.card}>
    <h2 className={classes.cardTitle}>So geht es weiter</h2>
    <p className={classes.text}>{status.withdrawal === 'asked' ? ASKED : status.next}</p>
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
