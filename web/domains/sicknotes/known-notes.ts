import type { Sicknote } from '#contract/sicknotes.ts'
import { bodyOf, type NewNoteValues } from './sicknote-form.ts'

const KEY = ['dateStart', 'dateEnd', 'partial', 'timeStart', 'timeEnd', 'lessons'] as const

/** Notes of the same children that touch the days; `isSame`: the call was taken already, and nothing would be added. */
export const knownNotes = (notes: readonly Sicknote[], values: NewNoteValues) => {
  const { pupils, dateStart, dateEnd } = values
  const isChosen = ({ pupil, value }: Sicknote) =>
    dateStart !== '' &&
    value.reason !== 'unexplained' &&
    value.dateStart <= dateEnd &&
    dateStart <= value.dateEnd &&
    pupils.some(({ id }) => id === pupil.id)
  const body = bodyOf(values)
  const isMark = body.reason === 'unexplained'
  const isSame = ({ value }: Sicknote) => !isMark && KEY.every((key) => String(value[key]) === String(body[key]))
  return notes.filter(isChosen).map((note) => ({ note, isSame: isSame(note) }))
}
