import { berlinTime } from '#contract/dates.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { type TakingBack, useTakeBack } from './use-take-back.ts'

/** After a reload, and beside a further report: the way back from the last one, of which nothing else is known. */
export const LastReportCard = (taking: TakingBack) => {
  const { minutesLeft, isBusy, failure, takeBack } = useTakeBack(taking)
  if (minutesLeft === 0) return null
  return (
    <NativeNotice>
      <p id="last-report">
        Ihre letzte Meldung können Sie noch bis {berlinTime(new Date(taking.stored.until))} zurücknehmen.
      </p>
      <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
      <NativeButtonRow>
        <NativeButton isBusy={isBusy} onClick={takeBack} aria-describedby="last-report">
          Zurücknehmen
        </NativeButton>
      </NativeButtonRow>
    </NativeNotice>
  )
}
