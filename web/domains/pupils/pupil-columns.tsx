import { ageOn, formatDate } from '#contract/dates.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { listName } from '#contract/person-names.ts'
import type { PupilRow } from '#contract/pupils.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import type { TableColumn } from '#web/ui/table-columns.ts'
import { PupilStatusField } from './PupilStatusField.tsx'

interface PupilColumnsFor {
  search: string
  /** The day in Berlin. */
  today: string
  seesBirthdate: boolean
}

/** Columns of domain §3.6; the birth date only for who gets it (domain §1.0, class B). */
export const pupilColumns = ({ search, today, seesBirthdate }: PupilColumnsFor): TableColumn<PupilRow>[] => {
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
      render: (pupil) => <MarkedText text={listName(pupil)} search={search} />,
    },
    {
      key: 'schoolclass',
      title: 'Klasse',
      sortKey: 'schoolclass',
      render: ({ schoolclass }) => schoolclass?.classgradePlain ?? 'ohne Klasse',
    },
    {
      key: 'schoolgrade',
      title: 'Stufe',
      sortKey: 'schoolgrade',
      inCard: 'none',
      render: ({ schoolgrade }) => schoolgrade?.grade ?? '–',
    },
    {
      key: 'gender',
      title: 'Geschlecht',
      sortKey: 'gender',
      inCard: seesBirthdate ? 'none' : 'fact',
      render: ({ gender }) => GENDER_LABELS[gender],
    },
    ...(seesBirthdate ? [birthdate] : []),
    { key: 'status', title: 'Status', sortKey: 'status', render: ({ status }) => <PupilStatusField status={status} /> },
  ]
}
