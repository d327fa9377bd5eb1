import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { listedTexts } from '#contract/pupils/listed-texts.ts'
import {
  MISSING_LABELS,
  PUPIL_STATUS_LABELS,
  type PupilFormOptions,
  type PupilList,
  pupilEndpoints,
} from '#contract/pupils/pupils.ts'
import { choicesOf } from '#contract/record.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import type { AwayNotes } from '#web/domains/sicknotes/AwayMarkWidget.tsx'
import { chosenValues } from '#web/lists/table-state.ts'
import { conditionChips, isBin, type PupilFilter, type PupilListState, printedSentence } from './pupil-list-query.ts'
import { useShownView } from './use-shown-view.ts'

interface Option {
  value: string
  label: string
  short?: string
}

/** A filter of the list with its choices. */
export interface Filter {
  name: PupilFilter
  label: string
  options: Option[]
  isSingle?: boolean
  /** In sight without being set. */
  isUsual?: boolean
}

const BIN: Option = { value: 'bin', label: 'Papierkorb' }
export const GENDER_OPTIONS = choicesOf(GENDER_LABELS).map((one) => ({ ...one, short: one.label.charAt(0) }))
const STATUS_OPTIONS = choicesOf(PUPIL_STATUS_LABELS)
const MISSING_OPTIONS = choicesOf(MISSING_LABELS)
const MONTH_OPTIONS = Array.from({ length: 12 }, (_, month) => ({
  value: String(month + 1),
  label: new Date(2000, month, 1).toLocaleDateString('de-DE', { month: 'long' }),
}))

const classOptions = ({ schoolclasses }: PupilFormOptions) => {
  const classes = schoolclasses.map(({ id, classgradePlain }) => ({ value: String(id), label: classgradePlain }))
  return classes.length > 0 ? [...classes, { value: 'none', label: 'ohne Klasse' }] : []
}

interface Rights {
  /** Birth dates, phone numbers, addresses. */
  seesContacts: boolean
  /** The bin. */
  mayManage: boolean
  /** What is confidential and waits to be confirmed. */
  seesClassD: boolean
}

const AWAY_OPTIONS: readonly Option[] = [{ value: '1', label: 'fehlt heute' }]

/** A day is set by the numbers that lead here; it can be taken away, not chosen. */
const dayOptions = (day: string | undefined) => (day ? [{ value: day, label: formatDate(day) }] : [])

interface Facts extends Rights {
  day: string | undefined
  /** Only who is away is listed. */
  isOnlyAway: boolean
}

const filtersOf = (
  options: PupilFormOptions,
  { seesContacts, mayManage, seesClassD, day, isOnlyAway }: Facts,
): Filter[] => {
  const { schoolgrades, schoolyears } = options
  const filters: Filter[] = [
    { name: 'schoolclass_id', label: 'Klasse', options: classOptions(options), isUsual: true },
    {
      name: 'schoolgrade',
      label: 'Stufe',
      options: schoolgrades.map(({ grade, name }) => ({ value: String(grade), label: name, short: String(grade) })),
      isUsual: true,
    },
    { name: 'status', label: 'Status', options: mayManage ? [...STATUS_OPTIONS, BIN] : STATUS_OPTIONS, isUsual: true },
    {
      name: 'school_year_id',
      label: 'Schuljahr',
      options: schoolyears.map(({ id, name }) => ({ value: String(id), label: name })),
      isSingle: true,
    },
    { name: 'on', label: 'Stichtag', options: dayOptions(day), isSingle: true },
    // Chosen above a list for today; on another list it can be taken away.
    { name: 'away', label: 'Anwesenheit', options: isOnlyAway ? [...AWAY_OPTIONS] : [], isSingle: true },
    { name: 'birth_month', label: 'Geburtstag im', options: seesContacts ? MONTH_OPTIONS : [], isSingle: true },
    {
      name: 'missing',
      label: 'Fehlende Angaben',
      options: MISSING_OPTIONS.filter(({ value }) => (value === 'confirmation' ? seesClassD : seesContacts)),
    },
  ]
  return filters.filter(({ options: choices }) => choices.length > 0)
}

/** The bin is a choice of the status, but a filter of its own: either is shown. */
export const chosenOf = (state: PupilListState, name: PupilFilter) =>
  name === 'status' && isBin(state) ? [BIN.value] : chosenValues(state.filters[name])

export const choose = (state: PupilListState, name: PupilFilter, values: readonly string[]) => {
  const rest = values.filter((value) => value !== BIN.value)
  if (name !== 'status') state.setFilter(name, values.join(','))
  else if (values.includes(BIN.value) && !isBin(state)) state.setFilters({ status: undefined, bin: '1' })
  else state.setFilters({ status: rest.join(',') || undefined, bin: undefined })
}

/** The filters that this person has; undefined until their choices are loaded. */
export const usePupilFilters = (state: PupilListState, seesContacts: boolean): readonly Filter[] | undefined => {
  const { data: options } = useQuery(queryFor(pupilEndpoints.formOptions, {}, { quiet: true }))
  const may = useMay()
  const rights = { seesContacts, mayManage: may('manage pupil'), seesClassD: may('view pupil sensitive') }
  const isOnlyAway = state.filters.away !== undefined
  return options && filtersOf(options, { ...rights, day: state.filters.on, isOnlyAway })
}

const GENDER: Filter = { name: 'gender', label: 'Geschlecht', options: GENDER_OPTIONS }

/** The set filters in words: „Klasse: 2a, 2b“. */
const filterTexts = (state: PupilListState, filters: readonly Filter[]) =>
  [...filters, GENDER].flatMap(({ name, label, options }) => {
    const chosen = chosenOf(state, name)
    const labels = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label)
    if (labels.length === 0) return []
    return [`${name === 'birth_month' ? label : `${label}:`} ${labels.join(', ')}`]
  })

/** What a number counts, from the filters that have opened the list: „Stufe 3, männlich, am 20.11.2026“. */
export const useFigureWords = (state: PupilListState, seesContacts: boolean) => {
  const filters = usePupilFilters(state, seesContacts)
  if (!filters) return ''
  const labelsOf = (
    name: PupilFilter,
    options: readonly Option[] = filters.find((one) => one.name === name)?.options ?? [],
  ) => chosenOf(state, name).map((chosen) => options.find(({ value }) => value === chosen)?.label ?? chosen)
  const days = labelsOf('on').map((day) => `am ${day}`)
  const schoolclasses = labelsOf('schoolclass_id').map((one) => (one === 'ohne Klasse' ? one : `Klasse ${one}`))
  const conditions = conditionChips(state).map(({ text }) => text)
  return [
    ...labelsOf('schoolgrade'),
    ...schoolclasses,
    ...conditions,
    ...labelsOf('gender', GENDER_OPTIONS),
    ...days,
  ].join(', ')
}

interface PrintedList {
  seesContacts: boolean
  /** Undefined until it is loaded. */
  list: PupilList | undefined
  awayNotes: AwayNotes | undefined
}

const awayCounts = (rows: readonly { id: number }[], awayNotes: AwayNotes) => {
  const away = rows.map(({ id }) => awayNotes(id)).filter((notes) => notes.length > 0)
  const whole = away.filter((notes) => notes.some(({ value }) => !value.partial)).length
  return { whole, part: away.length - whole }
}

/** „Hort: 98 kurz, 60 lang.“ where the list has this column. */
const careText = ({ listed, data, total }: PupilList) => {
  if (data.length < total || !listed?.columns.includes('afterschool_care')) return ''
  const kinds = Map.groupBy(listedTexts(listed), (texts) => texts.afterschool_care || 'nicht eingetragen')
  return `Hort: ${[...kinds].map(([kind, rows]) => `${rows.length} ${kind}`).join(', ')}.`
}

/** What stands above the list on paper. */
export const usePrintedSentence = (state: PupilListState, { seesContacts, list, awayNotes }: PrintedList) => {
  const today = useToday()
  const filters = filterTexts(state, usePupilFilters(state, seesContacts) ?? [])
  const who = useShownView().readyList?.who
  const away = awayNotes && list && awayCounts(list.data, awayNotes)
  const sentence =
    list && printedSentence({ state, filters, shown: list.data.length, total: list.total, today, who, away })
  return sentence && [sentence, careText(list)].filter(Boolean).join(' ')
}
