import { useId } from 'react'
import { berlinTime } from '#contract/dates.ts'
import { TAKE_BACK_SECONDS } from '#contract/sicknotes/sicknotes.public.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { type TakingBack, useTakeBack } from './use-take-back.ts'

/** After a reload, and beside a further report: the way back from an earlier one, of which only the time is known. */
export const LastReportCard = (taking: TakingBack) => {
  const { minutesLeft, isBusy, failure, takeBack } = useTakeBack(taking)
  const textId = useId()
  const { until } = taking.stored
  if (minutesLeft === 0) return null
  return (
    <NativeNotice tone="positive">
      <p id={textId}>
        Ihre Meldung von {berlinTime(new Date(until - TAKE_BACK_SECONDS * 1000))} Uhr ist angekommen. Sie können sie
        noch bis {berlinTime(new Date(until))} zurücknehmen.
      </p>
      <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
      <NativeButtonRow>
        <NativeButton isBusy={isBusy} onClick={takeBack} aria-describedby={textId}>
          Zurücknehmen
        </NativeButton>
      </NativeButtonRow>
    </NativeNotice>
  )
}
