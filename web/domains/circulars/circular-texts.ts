import { type CircularLeftOut, LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'

/** A reader and the children the mail is about. */
export const readerText = ({ name, children }: { name: string; children: string }) => `${name} – ${children}`

/** Who gets none: „Olga Noack (Ole Müller): keine E-Mail-Adresse eingetragen“. */
export const leftOutText = ({ name, child, reason }: CircularLeftOut) =>
  `${name === null ? child : `${name} (für ${child})`}: ${LEFT_OUT_REASONS[reason]}`
