import { berlinTime } from '#contract/dates.ts'
import { TAKE_BACK_SECONDS } from '#contract/sicknotes/sicknotes.public.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { type TakingBack, useTakeBack } from './use-take-back.ts'

export interface LastReportCardProps extends TakingBack {
  /** Where the form is folded: opens it. */
  onFurther?: () => void
}

/** After a reload, and beside a further report: the way back from the last one, of which nothing else is known. */
export const LastReportCard = ({ onFurther, ...taking }: LastReportCardProps) => {
  const { minutesLeft, isBusy, failure, takeBack } = useTakeBack(taking)
  const { until } = taking.stored
  const isOver = minutesLeft === 0
  if (isOver && !onFurther) return null
  return (
    <NativeNotice tone="positive">
      <p id="last-report">
        Ihre Meldung von {berlinTime(new Date(until - TAKE_BACK_SECONDS * 1000))} Uhr ist angekommen.
        {!isOver && ` Sie können sie noch bis ${berlinTime(new Date(until))} zurücknehmen.`}
      </p>
      <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
      <NativeButtonRow>
        {!isOver && (
          <NativeButton isBusy={isBusy} onClick={takeBack} aria-describedby="last-report">
            Zurücknehmen
          </NativeButton>
        )}
        {onFurther && <NativeButton onClick={onFurther}>Weitere Meldung</NativeButton>}
      </NativeButtonRow>
    </NativeNotice>
  )
}
