import { BIN_DAYS } from '#contract/bin.ts'
import { counted } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import { MassDeleteRefusal } from '#contract/pupils/pupils.change.ts'
import { ApiFailure } from '#web/api/client.ts'
import type { ChosenPupil } from './use-pupil-selection.ts'

/** From so many on the word is typed before they are deleted (domain §3.6). */
export const TYPED_FROM = 10
export const TYPED_WORD = 'LÖSCHEN'

const NAMED_MAX = 10

export const pupilsText = (count: number) =>
  count === 1 ? '1 Schüler/in' : `${count.toLocaleString('de-DE')} Schülerinnen und Schüler`

/** What the dialog asks; when nobody may be deleted, what there is to do instead. */
export const titleText = (count: number, left: number) => {
  if (left > 0) return `${pupilsText(left)} löschen?`
  return count === 1 ? 'Dieses Kind kann nur abgehen' : 'Diese Kinder können nur abgehen'
}

/** Who is meant beside the named. */
export const furtherText = (count: number) => `und ${counted(count, 'weiteres', 'weitere')}`

/** However it is written: the word is typed to stop for a moment. */
export const isTypedWord = (typed: string) => typed.trim().toLocaleUpperCase('de') === TYPED_WORD

/** What the button does once it is known that some may not be deleted. */
export const othersText = (count: number) =>
  count === 1 ? 'Das andere Kind löschen' : `Die anderen ${count.toLocaleString('de-DE')} löschen`

/** What deleting means for so many. */
export const binText = (count: number) =>
  count === 1
    ? `Das Kind wird ${BIN_DAYS} Tage im Papierkorb aufbewahrt und kann zurückgeholt werden.`
    : `Sie werden ${BIN_DAYS} Tage im Papierkorb aufbewahrt und können zurückgeholt werden.`

const hasName = (pupil: ChosenPupil): pupil is ChosenPupil & { firstname: string; lastname: string } =>
  pupil.firstname !== undefined && pupil.lastname !== undefined

/** At most ten names with their classes, and how many others there are (ux §3.3). */
export const namedPupils = (pupils: readonly ChosenPupil[]) => {
  const names = pupils
    .filter(hasName)
    .slice(0, NAMED_MAX)
    .map((pupil) => ({
      id: pupil.id,
      text: [fullName(pupil), pupil.schoolclass && `(${pupil.schoolclass.classgradePlain})`].filter(Boolean).join(' '),
    }))
  return { names, others: pupils.length - names.length }
}

/** What is the matter when none was deleted because some may only leave (domain §9b); undefined: it was something else. */
export const blockedBy = (failure: unknown) => {
  const refusal = failure instanceof ApiFailure && failure.status === 422 && MassDeleteRefusal.safeParse(failure.body)
  return refusal ? refusal.data : undefined
}
