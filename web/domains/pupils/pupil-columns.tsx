import { binDaysLeft } from '#contract/bin.ts'
import { counted } from '#contract/counted.ts'
import { ageOn, formatDate, formatDateTime } from '#contract/dates.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { listName } from '#contract/person-names.ts'
import { listedField } from '#contract/pupils/listed-fields.ts'
import { listedTexts } from '#contract/pupils/listed-texts.ts'
import { PUPIL_STATUS_LABELS, type PupilList, type PupilRow } from '#contract/pupils/pupils.ts'
import { isOnlyAlike } from '#contract/search-fold.ts'
import { AwayMarkWidget, type AwayNotes } from '#web/domains/sicknotes/AwayMarkWidget.tsx'
import type { ColumnChoice, TableColumn } from '#web/lists/table-columns.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { PupilStatusField } from './PupilStatusField.tsx'
import type { PupilListState } from './pupil-list-query.ts'
import classes from './pupils.module.css'

/** Another spelling than what was typed may be another child. */
const FoundName = ({ text, search }: { text: string; search: string }) => (
  <>
    <MarkedText text={text} search={search} />
    {isOnlyAlike(text, search) && <span className="sh-quiet sh-small"> ähnlich</span>}
  </>
)

interface PupilColumnsFor {
  search: string
  /** The day in Berlin. */
  today: string
  seesBirthdate: boolean
  isBin: boolean
  /** Before anything is chosen under „Spalten“. */
  showsStatus: boolean
  /** Keys of further columns, in their order. */
  further: readonly string[]
  /** The shown page, which has the values of these columns. */
  page: PupilList | undefined
  /** Each class has a heading of its own, as on paper. */
  hasClassHeadings: boolean
  /** Before each name stands a box to be ticked, as on some papers. */
  hasTicks: boolean
  /** In a list for today: who is away. */
  awayNotes: AwayNotes | undefined
}

/** Answers that a school needs of every child: the office asks for what is missing. Elsewhere nothing is usual. */
const NEEDED_OF_ALL: readonly string[] = [
  ...['birthplace', 'birth_country', 'nationalities', 'family_language'],
  ...['street', 'house_number', 'zip', 'city'],
  ...['afterschool_care', 'may_go_home_alone', 'swim_level', 'measles_proof_seen_at'],
  ...['class_teacher', 'guardian1', 'guardian1_phone', 'guardian1_mail'],
]

const NotEntered = ({ isNeeded }: { isNeeded: boolean }) =>
  isNeeded ? (
    <span className="sh-quiet">nicht eingetragen</span>
  ) : (
    <span className="sh-quiet" data-none>
      –
    </span>
  )

type Texts = Record<string, string>

/** The texts of further columns by row; each page is read once. */
const textsByPage = new WeakMap<PupilList, ReadonlyMap<PupilRow, Texts>>()
const furtherTexts = (page: PupilList): ReadonlyMap<PupilRow, Texts> => {
  const texts = textsByPage.get(page)
  if (texts) return texts
  const read = page.listed ? listedTexts(page.listed) : []
  const byRow = new Map(page.data.map((row, index) => [row, read[index] ?? {}]))
  textsByPage.set(page, byRow)
  return byRow
}

const furtherColumn = (key: string, page: PupilList | undefined): TableColumn<PupilRow>[] => {
  const field = listedField(key)
  if (!field?.isColumn) return []
  return [
    {
      key,
      title: field.label,
      isNamedInCard: true,
      render: (row) =>
        (page && furtherTexts(page).get(row)?.[key]) ?? <NotEntered isNeeded={NEEDED_OF_ALL.includes(key)} />,
    },
  ]
}

/** How long a deleted child can still be restored. */
const binColumns = (today: string): TableColumn<PupilRow>[] => [
  {
    key: 'deleted_at',
    title: 'Gelöscht',
    render: ({ deleted_at: at }) => at && <time dateTime={at}>{formatDateTime(new Date(at))}</time>,
  },
  {
    key: 'stays',
    title: 'Bleibt noch',
    render: ({ deleted_at: at }) => at && counted(binDaysLeft(at, today), 'Tag', 'Tage'),
  },
]

/** On paper: room to write by hand when a child was fetched. */
const FETCHED: TableColumn<PupilRow> = {
  key: 'fetched',
  title: 'Abgeholt um',
  width: '30mm',
  render: () => null,
}

/** Where everybody is at school now, the column would only repeat that. */
export const showsStatus = ({ filters, sort }: Pick<PupilListState, 'filters' | 'sort'>, rows?: readonly PupilRow[]) =>
  filters.status !== undefined || sort.endsWith(STATUS.key) || rows?.some(({ status }) => status !== 'active') === true

/** The address does not name the column for the time. */
export const withFetched = (choice: ColumnChoice, { hasTicks }: Pick<PupilColumnsFor, 'hasTicks'>): ColumnChoice =>
  hasTicks && choice.keys ? { ...choice, keys: [...choice.keys, FETCHED.key] } : choice

const STATUS: TableColumn<PupilRow> = {
  key: 'status',
  title: 'Status',
  sortKey: 'status',
  // What nearly all of them are is no news: only exceptions stand out.
  render: ({ status }) =>
    status === 'active' ? (
      <span className="sh-quiet sh-screen-only">{PUPIL_STATUS_LABELS.active}</span>
    ) : (
      <PupilStatusField status={status} />
    ),
}

/** On paper each class begins with its name, where the list is sorted by it. */
export const classOfRow = ({ schoolclass }: PupilRow) => schoolclass?.classgradePlain ?? 'ohne Klasse'

/** Columns of domain §3.6; the birth date only when the viewer may see it (domain §1.0, class B). */
export const pupilColumns = (shownFor: PupilColumnsFor): TableColumn<PupilRow>[] => {
  const { search, today, seesBirthdate, isBin, further, hasClassHeadings, hasTicks, awayNotes } = shownFor
  const schoolclass: TableColumn<PupilRow> = {
    key: 'schoolclass',
    title: 'Klasse',
    sortKey: 'schoolclass',
    render: classOfRow,
  }
  const birthdate: TableColumn<PupilRow> = {
    key: 'birthdate',
    title: 'Geb. (Alter)',
    sortKey: 'birthdate',
    render: ({ birthdate: born }) =>
      born && <time dateTime={born}>{`${formatDate(born)} (${ageOn(born, today)})`}</time>,
  }
  return [
    {
      key: 'name',
      title: 'Name',
      sortKey: 'lastname',
      render: (pupil) => (
        <>
          {hasTicks && <span className={classes.tick} aria-hidden />}
          <FoundName text={listName(pupil)} search={search} />
          {awayNotes && (
            <span className={classes.mark}>
              {' '}
              <AwayMarkWidget notes={awayNotes(pupil.id)} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'firstname',
      title: 'Vorname',
      sortKey: 'firstname',
      isHiddenFirst: true,
      inCard: 'none',
      render: ({ firstname }) => firstname,
    },
    ...(hasClassHeadings ? [] : [schoolclass]),
    {
      key: 'schoolgrade',
      title: 'Stufe',
      sortKey: 'schoolgrade',
      inCard: 'none',
      render: ({ schoolgrade }) => schoolgrade?.grade ?? '–',
    },
    ...(seesBirthdate ? [birthdate] : []),
    {
      key: 'gender',
      title: 'Geschlecht',
      sortKey: 'gender',
      inCard: seesBirthdate ? 'none' : 'fact',
      render: ({ gender }) => GENDER_LABELS[gender],
    },
    {
      key: 'number',
      title: 'Nummer',
      isHiddenFirst: true,
      inCard: 'none',
      render: ({ pupil_number }) => <span className="sh-figures">{pupil_number}</span>,
    },
    ...(isBin ? binColumns(today) : [{ ...STATUS, isHiddenFirst: !shownFor.showsStatus }]),
    ...further.flatMap((key) => furtherColumn(key, shownFor.page)),
    ...(hasTicks ? [FETCHED] : []),
  ]
}
