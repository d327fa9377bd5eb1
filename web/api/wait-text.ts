import { counted } from '#contract/counted.ts'

/** A wait in words: '40 Sekunden', '3 Minuten', '2 Stunden'; rounded up. */
export const waitText = (seconds: number) => {
  if (seconds < 90) return counted(Math.ceil(seconds), 'Sekunde', 'Sekunden')
  if (seconds < 90 * 60) return counted(Math.ceil(seconds / 60), 'Minute', 'Minuten')
  return counted(Math.ceil(seconds / 3600), 'Stunde', 'Stunden')
}

/** The words of messages that do not know how long the wait is. */
const VAGUE_WAIT = / ?Bitte (?:warten Sie|versuchen Sie es (?:gleich|später)|später)[^.!?]*[.!?]/g

/** A refusal with the time to wait, named once: the exact time replaces the vague words of the message. */
export const withWait = (message: string, wait: string | 0 | undefined) =>
  wait ? `${message.replace(VAGUE_WAIT, '')} ${wait}`.trim() : message
