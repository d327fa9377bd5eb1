import { secondsText } from '#web/ui/use-countdown.ts'

/** Stands at the first field while too many attempts have to be waited out; `way` is what else helps. */
export const throttleText = (secondsLeft: number, way = '') =>
  secondsLeft > 0 ? `Zu viele Versuche. Bitte warten Sie ${secondsText(secondsLeft)}${way}.` : undefined
