import type { ShownAlarm } from '#contract/systemstates/systemstates.ts'

const KEY = 'schulhof-seen-alarms'

/** The same for the same state: another alarm, or one that began anew, is another state. */
export const signatureOf = (alarms: readonly ShownAlarm[]) =>
  alarms
    .map(({ key, host, subject, since }) => `${key} ${host} ${subject} ${since}`)
    .sort()
    .join('\n')

/** Whether the alarms of this state were put away in this browser. */
export const isDismissed = (alarms: readonly ShownAlarm[]) => localStorage.getItem(KEY) === signatureOf(alarms)

export const dismiss = (alarms: readonly ShownAlarm[]) => localStorage.setItem(KEY, signatureOf(alarms))
