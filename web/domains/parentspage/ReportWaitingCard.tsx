import { useEffect } from 'react'
import { RetryText } from '#web/api/RetryText.tsx'
import type { SubmissionState } from '#web/api/submission.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { focusHeading, NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'
import classes from './ParentsPage.module.css'
import { namesOf, rangeText } from './parents-texts.ts'
import type { Report } from './use-report.ts'

interface ReportWaitingCardProps {
  report: Report
  waiting: Extract<SubmissionState, { kind: 'waiting' }>
}

/** Kept in the memory of this page only (domain §5.6): it says so, and what it keeps. */
export const ReportWaitingCard = ({ report, waiting }: ReportWaitingCardProps) => {
  const { children, range } = report.unsent
  useEffect(focusHeading, [])
  return (
    <>
      <NativeHeading>Ihre Meldung wartet</NativeHeading>
      <NativeNotice tone="attention">
        <p>
          <strong>Noch nicht gesendet – bitte lassen Sie die Seite geöffnet.</strong>
        </p>
        <RetryText failure={waiting.failure} seconds={waiting.seconds} />
      </NativeNotice>
      <p className={classes.text}>
        Ihre Meldung: {namesOf(children)}, {rangeText(range)}
      </p>
      <div className={classes.oneHand}>
        <NativeButton look="primary" isBusy={report.isSending} onClick={() => report.retryNow()}>
          Jetzt senden
        </NativeButton>
      </div>
      <NativeButtonRow>
        <NativeButton look="link" onClick={() => report.cancel()}>
          Abbrechen und ändern
        </NativeButton>
      </NativeButtonRow>
      {children[0] && (
        <p className={classes.text}>
          Eilt es? Telefon <PhoneLink phone={children[0].school.phone} />
        </p>
      )}
    </>
  )
}
