import { counted } from '#contract/counted.ts'
import { isTodayNote } from '#contract/sicknotes/sicknotes.rules.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'

/** In addresses, of children without a class. */
export const NO_CLASS = 'ohne'
export const classKey = ({ schoolclass }: Sicknote['pupil']) => (schoolclass ? String(schoolclass.id) : NO_CLASS)
export const className = ({ pupil }: Pick<Sicknote, 'pupil'>) => pupil.schoolclass?.classgradePlain ?? 'ohne Klasse'

/** Spec §4: those of today and all others. */
export const splitToday = (notes: readonly Sicknote[], today: string) => ({
  heute: notes.filter((note) => isTodayNote(note, today)),
  weitere: notes.filter((note) => !isTodayNote(note, today)),
})

/** Children, not notes (domain §9a): one may have several. */
export const countChildren = (notes: readonly Sicknote[]) => new Set(notes.map(({ pupil }) => pupil.id)).size
export const countClasses = (notes: readonly Sicknote[]) => new Set(notes.map(({ pupil }) => classKey(pupil))).size

/** Those there is no room for. */
export const moreText = (count: number) => `und ${counted(count, 'weiteres Kind', 'weitere Kinder')}`
