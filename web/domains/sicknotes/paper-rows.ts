import type { Sicknote, SicknoteFormOptions } from '#contract/sicknotes/sicknotes.ts'
import { classKey, className } from './sicknote-counts.ts'
import {
  chosenValues,
  type SicknoteListState,
  type SicknoteTab,
  STATUS_FILTERS,
  type StatusFilter,
} from './sicknote-list.ts'

/** What stands over each part of the list on paper, so that none is taken for today's. */
export const PAPER_TITLES: Record<SicknoteTab, string> = {
  heute: 'Fehlliste',
  weitere: 'Weitere Krankmeldungen',
  fehlt: 'Entschuldigung fehlt',
  woche: 'Abwesenheiten der Woche',
}

export interface PaperGroup {
  key: string
  name: string
  /** Notes of each child. */
  children: Sicknote[][]
}

/** Each class once, in it each child once, in the order of the notes (domain §3.5). */
export const paperGroups = (notes: readonly Sicknote[]): PaperGroup[] =>
  [...Map.groupBy(notes, ({ pupil }) => classKey(pupil))].map(([key, ofClass]) => ({
    key,
    name: ofClass[0] ? className(ofClass[0]) : '',
    children: [...Map.groupBy(ofClass, ({ pupil }) => pupil.id).values()],
  }))

type ClassRef = SicknoteFormOptions['schoolclasses'][number]

/** What was left out by search and filters, so that a part is not taken for the whole list; undefined: nothing. */
export const chosenText = (
  { search, filters }: Pick<SicknoteListState, 'search' | 'filters'>,
  schoolclasses: readonly ClassRef[],
) => {
  const classNames = chosenValues(filters.klasse).map(
    (key) => schoolclasses.find(({ id }) => String(id) === key)?.classgradePlain ?? 'ohne Klasse',
  )
  const statuses = chosenValues(filters.status).map((status) => STATUS_FILTERS[status as StatusFilter] ?? status)
  const parts = [
    classNames.length > 0 && `Klasse ${classNames.join(', ')}`,
    statuses.length > 0 && `Status ${statuses.join(', ')}`,
    filters.ungeklaert !== undefined && 'nur ungeklärt',
    search && `Suche „${search}“`,
  ].filter(Boolean)
  return parts.length > 0 ? `Nur ein Teil der Liste: ${parts.join(' · ')}` : undefined
}
