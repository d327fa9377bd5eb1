import type { CircularLeftOut } from '#contract/circulars/circulars.ts'

/** A reader and the children the mail is about. */
export const readerText = ({ name, children }: { name: string; children: string }) => `${name} – ${children}`

/** „Olga Noack (für Ole Müller)“; the child alone where nobody else is meant. */
export const leftOutName = ({ name, child }: CircularLeftOut) => (name === null ? child : `${name} (für ${child})`)

/** The school does not write to them in another way either. */
export const isNotAsked = ({ reason }: CircularLeftOut) => reason === 'no_custody' || reason === 'of_age'
