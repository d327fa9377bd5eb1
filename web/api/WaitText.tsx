import { useCountdown } from '#web/ui/use-countdown.ts'
import { waitText } from './wait-text.ts'

interface WaitTextProps {
  /** What was refused, without the wait. */
  text: string
  seconds: number
}

/** Counts down to when a person may try again what is not repeated by itself. */
export const WaitText = ({ text, seconds }: WaitTextProps) => {
  const { secondsLeft } = useCountdown(seconds)
  const wait =
    secondsLeft > 0 ? `Bitte warten Sie ${waitText(secondsLeft)}.` : 'Sie können es jetzt noch einmal versuchen.'
  return `${text} ${wait}`
}
