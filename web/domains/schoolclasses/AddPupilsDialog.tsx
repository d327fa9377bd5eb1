import { Button, Checkbox, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import { isIsoDay } from '#contract/dates.ts'
import { fullName, listName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS, type PupilRow, pupilEndpoints, SEARCHED_STATUSES } from '#contract/pupils/pupils.ts'
import type { SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { isWithShift, keepText } from '#web/lists/RowCheckField.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { searchTest } from '#web/lists/shown-rows.ts'
import { useChosenIds, useRangeChoice } from '#web/lists/use-row-selection.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import foot from '#web/ui/ButtonRow.module.css'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { movePupils } from './move-pupils.ts'
import classes from './schoolclasses.module.css'

/** Also who will come: a child that was just admitted is put into a class before its first day. */
const WITHOUT_CLASS = queryFor(
  pupilEndpoints.list,
  { query: { schoolclass_id: 'none', status: [...SEARCHED_STATUSES, 'guest'].join(','), per_page: 0 } },
  { quiet: true },
)

/** Who fits comes first: the grades of the class, then who has none yet, then the nearest grades. */
const rankFor = ({ schoolgrade, schoolgrade_to }: SchoolclassDetails) => {
  const last = schoolgrade_to?.grade ?? schoolgrade.grade
  return (pupil: PupilRow) => {
    if (!pupil.schoolgrade) return 0.5
    const { grade } = pupil.schoolgrade
    return Math.max(schoolgrade.grade - grade, grade - last, 0)
  }
}

const noteOf = ({ schoolgrade, status }: PupilRow) =>
  [
    schoolgrade && `Stufe ${schoolgrade.grade}`,
    status === 'upcoming' && 'künftig, beginnt am Tag der Aufnahme',
    status !== 'active' && status !== 'upcoming' && PUPIL_STATUS_LABELS[status],
  ]
    .filter(Boolean)
    .join(', ')

/** Ux §3.5: pupils without a class into this one. */
export const AddPupilsDialog = (props: { schoolclass: SchoolclassDetails; onGone: () => void }) => {
  const { schoolclass, onGone } = props
  const today = useToday()
  const selection = useChosenIds()
  const { ids } = selection
  const [search, setSearch] = useState('')
  const [day, setDay] = useState(schoolclass.day)
  const [isRunning, setRunning] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const dialog = useLeavableDialog(ids.length > 0, onGone)
  const list = useQuery(WITHOUT_CLASS)
  const rank = rankFor(schoolclass)
  const all = [...(list.data?.data ?? [])].sort((a, b) => rank(a) - rank(b))
  const isFound = searchTest(search)
  const found = all.filter((pupil) => isFound([fullName(pupil)]))
  const { toggle } = useRangeChoice({ rows: found, selection, rowKey: ({ id }) => id })
  const add = async () => {
    setRunning(true)
    const isDone = await movePupils({ pupils: all.filter(({ id }) => ids.includes(id)), target: schoolclass, day })
    setRunning(false)
    if (isDone) dialog.close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(ids.length === 0)
    if (ids.length > 0 && isIsoDay(day)) void add()
  }
  const candidates = () => {
    if (all.length === 0)
      return (
        <EmptyState title="Alle Kinder haben eine Klasse." text="Hier stehen Kinder, deren Klasse noch offen ist." />
      )
    if (found.length === 0) return <EmptyState title={`Keine Treffer für „${search}“.`} />
    return (
      <ul className={`sh-plain-list ${classes.candidates}`} aria-label="Kinder ohne Klasse">
        {found.map((pupil) => (
          <li key={pupil.id}>
            <Checkbox
              label={listName(pupil)}
              description={noteOf(pupil)}
              checked={selection.isChosen(pupil)}
              onChange={({ nativeEvent }) => toggle(pupil, isWithShift(nativeEvent))}
              onMouseDown={keepText}
            />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Modal {...dialog.modal} size={560} title={`Kinder zur Klasse ${schoolclass.classgradePlain} hinzufügen`}>
      <Stack gap="sm" pt={4}>
        <SearchField label="Kinder ohne Klasse suchen" placeholder="Name …" value={search} onSearch={setSearch} />
        <Loaded query={list}>{candidates}</Loaded>
      </Stack>
      {/* Without the search: there Enter searches. */}
      <form className={foot.foot} onSubmit={submit}>
        <Stack gap="sm">
          {isRefused && ids.length === 0 && (
            <p className="sh-bad sh-flush" role="alert">
              Bitte wählen Sie mindestens ein Kind.
            </p>
          )}
          <DateField id="add-from" label="In der Klasse ab" value={day} onChange={setDay} today={today} isAhead />
          <ButtonRow align="end">
            <Button variant="default" onClick={() => void dialog.leave()}>
              Abbrechen
            </Button>
            <ActionButton type="submit" isRunning={isRunning}>
              {ids.length === 0 ? 'Kinder hinzufügen' : `${childrenText(ids.length)} hinzufügen`}
            </ActionButton>
          </ButtonRow>
        </Stack>
      </form>
    </Modal>
  )
}
