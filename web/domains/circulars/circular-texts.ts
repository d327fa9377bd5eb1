import { type CircularLeftOut, type CircularReason, LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'

/** A draft is only in memory (security V14). */
export const DRAFT_LIFE = 'nur bis Sie die Seite neu laden oder schließen'

/** „Shirin Al-Ahmad (für Amina, 3a)“; the name alone where no child is listed any more. */
export const readerText = ({ name, children }: { name: string; children: string }) =>
  children === '' ? name : `${name} (für ${children})`

/** „Olga Noack (für Ole Müller)“; the child alone where nobody else is meant. */
export const leftOutName = ({ name, child }: CircularLeftOut) => (name === null ? child : `${name} (für ${child})`)

/** The school does not write to them in another way either. */
export const isNotAsked = ({ reason }: CircularLeftOut) => reason === 'no_custody' || reason === 'of_age'

const GROUPS: Record<CircularReason, string> = { ...LEFT_OUT_REASONS, of_age: 'volljährig' }

/** „1 ohne E-Mail-Adresse, 2 ohne Sorgerecht“. */
export const leftOutCounts = (leftOut: readonly Pick<CircularLeftOut, 'reason'>[]) =>
  (Object.keys(GROUPS) as CircularReason[])
    .map((reason) => ({ reason, count: leftOut.filter((one) => one.reason === reason).length }))
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${count} ${GROUPS[reason]}`)
    .join(', ')
